package evm

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// Key signs for one account. No verb, log or encoding prints it.
type Key struct{ private *secp256k1.PrivateKey }

// ParseKey reads a private key. Its errors do not repeat what they were given.
func ParseKey(s string) (Key, error) {
	digits := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(s), "0x"), "0X")
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) != 32 {
		return Key{}, ErrKey
	}
	var scalar secp256k1.ModNScalar
	if overflow := scalar.SetByteSlice(raw); overflow || scalar.IsZero() {
		return Key{}, ErrKey
	}
	return Key{secp256k1.NewPrivateKey(&scalar)}, nil
}

// NewKey makes a key nobody else has.
func NewKey() (Key, error) {
	private, err := secp256k1.GeneratePrivateKey()
	return Key{private}, err
}

// IsZero says that there is no key.
func (k Key) IsZero() bool { return k.private == nil }

// Address is the account that the key signs for.
func (k Key) Address() Address {
	if k.private == nil {
		return Address{}
	}
	return accountOf(k.private.PubKey())
}

// Sign signs a hash: r, s (the lower of two) and v (27 or 28).
func (k Key) Sign(h Hash) (Signature, error) {
	if k.private == nil {
		return nil, errors.New("sign: there is no wallet key")
	}
	compact := ecdsa.SignCompact(k.private, h[:], false)
	return append(compact[1:], compact[0]), nil
}

const hidden = "[wallet key]"

// String, GoString and the rest keep the key out of whatever prints it.
func (Key) String() string               { return hidden }
func (Key) GoString() string             { return hidden }
func (Key) Format(f fmt.State, _ rune)   { _, _ = f.Write([]byte(hidden)) }
func (Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (Key) LogValue() slog.Value         { return slog.StringValue(hidden) }

// Signature is 65 bytes of an account; a contract that is a wallet may have longer
// ones, which only its chain can check.
type Signature []byte

const mostSignature = 8 << 10

// ParseSignature reads a signature of either kind.
func ParseSignature(s string) (Signature, error) {
	if len(s) < 4 || len(s) > mostSignature || len(s)%2 != 0 || s[0] != '0' || s[1] != 'x' && s[1] != 'X' {
		return nil, ErrSignature
	}
	raw, err := hex.DecodeString(s[2:])
	if err != nil {
		return nil, ErrSignature
	}
	return raw, nil
}

// String is 0x and the digits.
func (s Signature) String() string { return "0x" + hex.EncodeToString(s) }

// OfAccount says whether the signature can be checked here: an account's, not a
// contract's.
func (s Signature) OfAccount() bool { return len(s) == 65 }

// Recover tells who signed a hash. The higher of two values of s is refused, as
// tokens refuse it: one payment would have two signatures.
func Recover(h Hash, s Signature) (Address, error) {
	if !s.OfAccount() {
		return Address{}, ErrSignature
	}
	v := s[64]
	if v < 27 {
		v += 27
	}
	var high secp256k1.ModNScalar
	if overflow := high.SetByteSlice(s[32:64]); v > 28 || overflow || high.IsOverHalfOrder() {
		return Address{}, ErrSignature
	}
	compact := append([]byte{v}, s[:64]...)
	public, _, err := ecdsa.RecoverCompact(compact, h[:])
	if err != nil {
		return Address{}, ErrSignature
	}
	return accountOf(public), nil
}

func accountOf(public *secp256k1.PublicKey) (a Address) {
	h := Keccak(public.SerializeUncompressed()[1:])
	copy(a[:], h[12:])
	return a
}

// NewKeyText is a key that nobody else has, as text: for wallets of test networks.
func NewKeyText() (string, error) {
	k, err := NewKey()
	if err != nil {
		return "", err
	}
	return "0x" + hex.EncodeToString(k.private.Serialize()), nil
}
