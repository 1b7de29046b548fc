package signin

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The cost of a password: the first of the settings that OWASP names for argon2id.
const (
	hashMemory   = 19 << 10 // KiB
	hashPasses   = 2
	hashThreads  = 1
	hashSize     = 32
	hashesAtOnce = 2 // each takes 19 MiB while it runs
)

// Limits of what people type.
const (
	PasswordMin = 10 // characters
	passwordMax = 1024
	NameMin     = 3
	NameMax     = 64
)

// hashPassword is a password as it is kept, with how it was made.
func hashPassword(password string) string {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	sum := argon2.IDKey([]byte(password), salt, hashPasses, hashMemory, hashThreads, hashSize)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashPasses, hashThreads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// rightPassword compares a password with one that is kept, in a time that tells
// nothing.
func rightPassword(kept, password string) bool {
	parts := strings.Split(kept, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return false
	}
	var memory, passes uint32
	var threads uint8
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &threads); err != nil || memory > 1<<20 || passes < 1 || passes > 100 || threads < 1 {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	sum, bad := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || bad != nil || len(sum) != hashSize {
		return false
	}
	return subtle.ConstantTimeCompare(sum, argon2.IDKey([]byte(password), salt, passes, memory, threads, hashSize)) == 1
}

// hashed runs one hashing at its turn: many at once would take the memory of the
// machine. Who has gone meanwhile takes none.
func (s *Server) hashed(ctx context.Context, work func()) error {
	select {
	case s.hashing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.hashing }()
	work()
	return nil
}

// weak says what is wrong with a new password; "" if nothing is.
func weak(name, password string) string {
	switch n := utf8.RuneCountInString(password); {
	case n < PasswordMin:
		return fmt.Sprintf("The password has fewer than %d characters. Choose a longer one: a few words together work well.", PasswordMin)
	case len(password) > passwordMax:
		return "The password is too long. Choose a shorter one."
	case len(strings.Trim(password, password[:1])) == 0:
		return "The password repeats one character. Choose another one."
	case name != "" && strings.Contains(strings.ToLower(password), strings.ToLower(name)):
		return "The password contains the name. Choose another one."
	}
	return ""
}
