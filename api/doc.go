// Package api is the Creator Data Service contract in Go: the shapes of every
// request and answer, the codes of errors, the limits, the price table and
// exact credits. Service and client meet only here. It holds no behaviour that
// needs a clock, a network or a database, and imports nothing of ours.
package api
