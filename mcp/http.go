package mcp

import (
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Handler answers agents over HTTP, each request for itself: who is the server for whoever
// asks. It has to have told them by a header, never by a cookie or an address: no page of
// another site can send one, which is why the name that is asked for is not looked at.
func Handler(who func(*http.Request) *Server) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		if s := who(r); s != nil {
			return s.server
		}
		return nil
	}, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: mostAsked, DisableLocalhostProtection: true})
}
