package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// guard stands around every request: none may end a process that answers others, and what is
// told of one stays within limits.
func (s *Server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (r sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.cfg.Log.Error("panic", "method", method, "cause", fmt.Sprint(p), "stack", string(debug.Stack()))
				r, err = nil, errors.New("it failed inside; whether it was charged stands in greenroom journal")
			}
		}()
		if r, err = next(ctx, method, req); err != nil {
			if told, ok := errors.AsType[*jsonrpc.Error](err); ok && len(told.Data) > 0 && !json.Valid(told.Data) {
				told.Data = nil // an address with a control character, which the library quotes as Go does
			}
			return nil, err // the result is a nil of its type
		}
		switch r := r.(type) {
		case *sdk.ListResourcesResult:
			r.Resources = s.resources(ctx)
		case *sdk.CallToolResult:
			cutRefusal(r)
		}
		return r, nil
	}
}

// refusalMost limits the characters of a refusal, which may repeat an argument.
const refusalMost = 800

func cutRefusal(r *sdk.CallToolResult) {
	for _, c := range r.Content {
		if said, ok := c.(*sdk.TextContent); ok && r.IsError && utf8.RuneCountInString(said.Text) > refusalMost {
			said.Text = string([]rune(said.Text)[:refusalMost]) + cutMark
		}
	}
}
