package evm

// Domain is what a signature is for: one version of one contract on one chain
// (EIP-712).
type Domain struct {
	Name, Version string
	Chain         uint64
	Contract      Address
}

// Transfer is an order to a token to move an amount, which whoever has its
// signature may hand in once, within its time (EIP-3009).
type Transfer struct {
	From, To                Address
	Value                   Number
	ValidAfter, ValidBefore Number // seconds since 1970; valid strictly between
	Nonce                   Hash
}

var (
	domainType   = Keccak([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	transferType = Keccak([]byte("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
)

// Separator is the hash of the domain.
func (d Domain) Separator() Hash {
	name, version := Keccak([]byte(d.Name)), Keccak([]byte(d.Version))
	chain, contract := NumberOf(d.Chain), d.Contract.word()
	return Keccak(domainType[:], name[:], version[:], chain[:], contract[:])
}

// Hash is what is signed to order the transfer.
func (t Transfer) Hash(d Domain) Hash {
	from, to, separator := t.From.word(), t.To.word(), d.Separator()
	order := Keccak(transferType[:], from[:], to[:], t.Value[:], t.ValidAfter[:], t.ValidBefore[:], t.Nonce[:])
	return Keccak([]byte{0x19, 0x01}, separator[:], order[:])
}

func (a Address) word() (w Hash) {
	copy(w[12:], a[:])
	return w
}
