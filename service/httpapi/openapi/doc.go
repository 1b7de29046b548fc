// Package openapi describes the service for programs and for people: it turns
// a table of endpoints and the shapes of the contract into an OpenAPI 3.1
// document, and that document into a page to read. It owns what the
// description says about names, limits, errors, headers and prices; it knows
// neither rules nor handlers, and nothing that changes while the service runs.
package openapi
