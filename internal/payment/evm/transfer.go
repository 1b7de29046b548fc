package evm

import "fmt"

// Domain binds a signature to one version of one contract on one chain (EIP-712).
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

// Authorization is a transfer as the wire carries it: strings alone.
type Authorization struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
}

// Write is a transfer for the wire.
func (t Transfer) Write() Authorization {
	return Authorization{t.From.String(), t.To.String(), t.Value.String(), t.ValidAfter.String(), t.ValidBefore.String(), t.Nonce.String()}
}

// Transfer reads a transfer from the wire. Errors begin with the name of the field.
func (a Authorization) Transfer() (t Transfer, err error) {
	var errs [6]error
	t.From, errs[0] = ParseAddress(a.From)
	t.To, errs[1] = ParseAddress(a.To)
	t.Value, errs[2] = ParseNumber(a.Value)
	t.ValidAfter, errs[3] = ParseNumber(a.ValidAfter)
	t.ValidBefore, errs[4] = ParseNumber(a.ValidBefore)
	t.Nonce, errs[5] = ParseHash(a.Nonce)
	for i, name := range []string{"from", "to", "value", "validAfter", "validBefore", "nonce"} {
		if errs[i] != nil {
			return Transfer{}, fmt.Errorf("authorization.%s: %w", name, errs[i])
		}
	}
	return t, nil
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

// Hash returns the digest that is signed to order the transfer.
func (t Transfer) Hash(d Domain) Hash {
	from, to, separator := t.From.word(), t.To.word(), d.Separator()
	order := Keccak(transferType[:], from[:], to[:], t.Value[:], t.ValidAfter[:], t.ValidBefore[:], t.Nonce[:])
	return Keccak([]byte{0x19, 0x01}, separator[:], order[:])
}

func (a Address) word() (w Hash) {
	copy(w[12:], a[:])
	return w
}
