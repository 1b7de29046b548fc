package openapi

import "greenroom/api"

// Endpoint is one row of the table that is described.
type Endpoint struct {
	Method string
	Path   string // with {wildcards}
	// Operation is the key of its price; "" for what needs no key and is free.
	Operation api.Operation
	// Permission is what an access token must allow.
	Permission api.Permission
	Wildcards  []Param // of the path, in its order
	Query      []Param
	Doc        Doc
	// Paged says that what a payment bought is read here, without a key.
	Paged bool
}

// paid reports whether a request can cost anything.
func (e Endpoint) paid() bool { return api.PriceOf(e.Operation).Cost(1) > 0 }

// Param is one query parameter of a route, or one wildcard of its path. It may
// be given once.
type Param struct {
	Name     string
	Required bool
	Enum     []string // nil: any value
	About    string
	Limits   Limits
}

// Limits bound one value, for the description; the rules check them. The zero
// Limits are those of any text.
type Limits struct {
	Type                 string // "integer", "number", "boolean"; "" is "string"
	Format               string // "uuid", "date-time"
	Pattern              string
	Min, Max             int // of a number; both zero: none
	MinLength, MaxLength int // of a string, in characters; 0: none
	MinItems, MaxItems   int // of a list; 0: none
	Default              any // where nothing is said; nil: not told
}

// Doc is what the description says about a route beyond its parameters. What
// every route with a key has (the errors of keys, money, budgets and faults,
// the headers, the price) is added to it.
type Doc struct {
	Summary string // one line: "Read one shortlist"
	About   string // the rest, in sentences; may be empty
	// Body is a zero value of the type of the request body, nil if there is
	// none: api.SearchRequest{}.
	Body any
	// Answer is a zero value of the type of the whole success body, nil if
	// there is none: api.One[api.Shortlist]{}.
	Answer any
	// Media is the type of an answer that is not made of Answer, "" if it is.
	Media string
	// Statuses are those of success; nil is 200, or 204 without an Answer.
	Statuses []int
	// Codes are the failures beyond those of every route: CodeNotFound.
	Codes []api.Code
	// Meaning says that a well-formed request can be refused for its meaning
	// (422).
	Meaning bool
	// Features are billed beside Operation, or instead of it, where a cost is
	// made of several.
	Features []api.Operation
	// Single says that a success delivers exactly one item of its price.
	Single bool
	// Least and Most bound what one request can cost, where that does not follow from
	// one item of its price.
	Least, Most api.Credits
}
