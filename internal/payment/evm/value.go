// Package evm is the little that paying needs of Ethereum's formats: addresses,
// hashes, numbers, the typed data of a transfer (EIP-712, EIP-3009), signing it and
// telling who signed. It knows neither a network nor who pays whom for what, and
// reads text of anybody: nothing in it panics.
package evm

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"golang.org/x/crypto/sha3"
)

// Address is of an account or a contract.
type Address [20]byte

// Hash is 32 bytes: of a message, of a transaction, a nonce.
type Hash [32]byte

// Number is a uint256, high byte first.
type Number [32]byte

// Errors of text that is none of these.
var (
	ErrAddress   = errors.New("not an address: it is 0x and 40 hexadecimal digits")
	ErrHash      = errors.New("not a hash: it is 0x and 64 hexadecimal digits")
	ErrNumber    = errors.New("not a number: it is decimal digits, below 2^256")
	ErrSignature = errors.New("not a signature of an account: it is 0x and 130 hexadecimal digits")
	ErrKey       = errors.New("not a private key: it is 64 hexadecimal digits, with or without 0x")
	ErrSource    = errors.New("not a payer: it is did:pkh:eip155:<chain>:<address>")
)

// Keccak is the hash of several pieces as one.
func Keccak(parts ...[]byte) (h Hash) {
	k := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		_, _ = k.Write(p)
	}
	k.Sum(h[:0])
	return h
}

// ParseAddress reads an address in any case of letters, as the wire carries it.
func ParseAddress(s string) (a Address, err error) {
	if err := unhex(a[:], s); err != nil {
		return a, fmt.Errorf("%s: %w", clip(s), ErrAddress)
	}
	return a, nil
}

// TypedAddress reads an address that somebody wrote down. A wrong checksum of mixed
// letters is an error: it is how a slip of the hand shows.
func TypedAddress(s string) (Address, error) {
	a, err := ParseAddress(strings.TrimSpace(s))
	if err != nil {
		return a, err
	}
	digits := strings.TrimSpace(s)[2:]
	if mixed := strings.ToLower(digits) != digits && strings.ToUpper(digits) != digits; mixed && a.String() != "0x"+digits {
		return a, fmt.Errorf("%s: its upper and lower case letters do not fit its digits (EIP-55): copy it again", clip(s))
	}
	return a, nil
}

// String is the address with its checksum in the case of its letters (EIP-55).
func (a Address) String() string {
	digits := []byte(hex.EncodeToString(a[:]))
	sum := Keccak(digits)
	for i, c := range digits {
		if nibble := sum[i/2] >> (4 * (1 - i%2)) & 0xf; c >= 'a' && nibble >= 8 {
			digits[i] = c - 'a' + 'A'
		}
	}
	return "0x" + string(digits)
}

// ParseHash reads a hash.
func ParseHash(s string) (h Hash, err error) {
	if err := unhex(h[:], s); err != nil {
		return h, fmt.Errorf("%s: %w", clip(s), ErrHash)
	}
	return h, nil
}

// String is 0x and the digits.
func (h Hash) String() string { return "0x" + hex.EncodeToString(h[:]) }

// NumberOf is a small number.
func NumberOf(n uint64) (out Number) {
	binary.BigEndian.PutUint64(out[24:], n)
	return out
}

// ParseNumber reads decimal digits, as the wire carries amounts and times.
func ParseNumber(s string) (out Number, err error) {
	if len(s) == 0 || len(s) > 78 || strings.Trim(s, "0123456789") != "" {
		return out, fmt.Errorf("%s: %w", clip(s), ErrNumber)
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || n.BitLen() > 256 {
		return out, fmt.Errorf("%s: %w", clip(s), ErrNumber)
	}
	n.FillBytes(out[:])
	return out, nil
}

// String is decimal.
func (n Number) String() string { return new(big.Int).SetBytes(n[:]).String() }

// Uint64 is the number where it fits.
func (n Number) Uint64() (uint64, bool) {
	high := bytes.Trim(n[:24], "\x00")
	return binary.BigEndian.Uint64(n[24:]), len(high) == 0
}

// Compare is -1, 0 or 1.
func (n Number) Compare(other Number) int { return bytes.Compare(n[:], other[:]) }

// Source names a payer on a chain (did:pkh).
func Source(chain uint64, a Address) string {
	return "did:pkh:eip155:" + strconv.FormatUint(chain, 10) + ":" + a.String()
}

// ParseSource reads who Source names.
func ParseSource(s string) (uint64, Address, error) {
	rest, ok := strings.CutPrefix(s, "did:pkh:eip155:")
	chain, account, cut := strings.Cut(rest, ":")
	if !ok || !cut {
		return 0, Address{}, fmt.Errorf("%s: %w", clip(s), ErrSource)
	}
	id, err := strconv.ParseUint(chain, 10, 64)
	if err != nil {
		return 0, Address{}, fmt.Errorf("%s: %w", clip(s), ErrSource)
	}
	a, err := ParseAddress(account)
	return id, a, err
}

func unhex(into []byte, s string) error {
	if len(s) != 2+2*len(into) || s[0] != '0' || s[1] != 'x' && s[1] != 'X' {
		return ErrHash
	}
	_, err := hex.Decode(into, []byte(s[2:]))
	return err
}

// clip quotes what somebody sent, cut to what a line can hold.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
