// Package httpapi puts the rules of the service on the wire: it routes, tells
// callers by their key, decodes strictly, has each request reserve its worst
// case and settle its real cost, and writes envelopes and headers. It knows no
// database and decides no price; what a status code means to a rule, rules do
// not know.
package httpapi
