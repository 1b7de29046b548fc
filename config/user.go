package config

import (
	"cmp"
	"os"
	"os/user"
)

// User returns the login name of the user from the operating system; "" where it does not
// say.
func User() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME"), os.Getenv("LOGNAME"))
}
