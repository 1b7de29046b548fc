package run

import (
	"net/http"

	"greenroom/client/signin"
	"greenroom/config"
)

// SignInWith sends the requests of signing in; nil is a client with timeouts.
// Tests set it.
var SignInWith *http.Client

// Session is a person's session with the service of a connection that is signed
// in to; nil for any other.
func Session(f config.Folders, c config.Connection) *signin.Session {
	if c.Key.Kind != config.KeySignIn {
		return nil
	}
	return signin.New(signin.Config{
		Name: c.Name, Service: c.URL, Client: c.SignIn.Client, Scopes: c.SignIn.Scopes, HTTP: SignInWith,
		Place: config.NewSession(f, c, config.SystemKeyring()),
	})
}
