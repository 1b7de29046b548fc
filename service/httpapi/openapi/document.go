package openapi

import (
	"encoding/json"

	"greenroom/api"
)

// Version is the version of the interface description.
const Version = "1.0.0"

// Document is an OpenAPI 3.1 description.
type Document struct {
	OpenAPI    string                           `json:"openapi"`
	Info       Info                             `json:"info"`
	Servers    []Server                         `json:"servers"`
	Security   []map[string][]string            `json:"security"`
	Tags       []Tag                            `json:"tags,omitempty"`
	Paths      map[string]map[string]*Operation `json:"paths"` // by path, then method in lower case
	Components Components                       `json:"components"`
	Service    *ServiceInfo                     `json:"x-service-info,omitempty"`

	table []*Operation // in the order of the endpoints
}

const jsonMedia = "application/json"

// Info is the head of a description.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Summary     string `json:"summary"`
	Description string `json:"description"`
}

// Server gives the address under which the paths begin.
type Server struct {
	URL string `json:"url"`
}

// Tag groups operations.
type Tag struct {
	Name string `json:"name"`
}

// Operation is one method of one path.
type Operation struct {
	ID          string                 `json:"operationId"`
	Tags        []string               `json:"tags"`
	Summary     string                 `json:"summary"`
	Description string                 `json:"description,omitempty"`
	Security    *[]map[string][]string `json:"security,omitempty"` // nil: that of the document
	Parameters  []Parameter            `json:"parameters,omitempty"`
	RequestBody *Body                  `json:"requestBody,omitempty"`
	Responses   map[string]*Response   `json:"responses"`
	Payment     *Payment               `json:"x-payment-info,omitempty"`

	endpoint Endpoint
	asked    asked
}

// Parameter is one value in a path or a query.
type Parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Required    bool   `json:"required,omitempty"`
	Description string `json:"description,omitempty"`
	// Explode is false where a list has commas between.
	Explode *bool   `json:"explode,omitempty"`
	Schema  *Schema `json:"schema"`
}

// Body is the body of a request.
type Body struct {
	Required bool             `json:"required"`
	Content  map[string]Media `json:"content"`
}

// Media is a body of one media type.
type Media struct {
	Schema   *Schema            `json:"schema,omitempty"`
	Example  json.RawMessage    `json:"example,omitempty"`
	Examples map[string]Example `json:"examples,omitempty"`
}

// Example is one body, or the name of one in the components.
type Example struct {
	Ref     string          `json:"$ref,omitempty"`
	Summary string          `json:"summary,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
}

// Response is an answer with one status, or the name of one in the components.
type Response struct {
	Ref         string            `json:"$ref,omitempty"`
	Description string            `json:"description,omitempty"`
	Headers     map[string]Header `json:"headers,omitempty"`
	Content     map[string]Media  `json:"content,omitempty"`
	Codes       []string          `json:"x-error-codes,omitempty"`
}

// Header is a header of an answer, or the name of one in the components.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// Components holds the named parts of a description.
type Components struct {
	Schemas         map[string]*Schema        `json:"schemas,omitempty"`
	Headers         map[string]Header         `json:"headers,omitempty"`
	Responses       map[string]*Response      `json:"responses,omitempty"`
	Examples        map[string]Example        `json:"examples,omitempty"`
	SecuritySchemes map[string]SecurityScheme `json:"securitySchemes"`
}

// SecurityScheme describes one way to tell callers apart.
type SecurityScheme struct {
	Type         string          `json:"type"`
	In           string          `json:"in,omitempty"`
	Name         string          `json:"name,omitempty"`
	Scheme       string          `json:"scheme,omitempty"`
	BearerFormat string          `json:"bearerFormat,omitempty"`
	Flows        map[string]Flow `json:"flows,omitempty"`
	Description  string          `json:"description"`
}

// Flow is one way to an access token.
type Flow struct {
	AuthorizationURL string                    `json:"authorizationUrl"`
	TokenURL         string                    `json:"tokenUrl"`
	RefreshURL       string                    `json:"refreshUrl"`
	Scopes           map[api.Permission]string `json:"scopes"`
}

// Payment tells the cost of an operation, as agents that pay per request read it.
type Payment struct {
	Price     PaymentPrice     `json:"price"`
	Protocols []map[string]any `json:"protocols"`
	Offers    []Offer          `json:"offers,omitempty"`
	Features  []Feature        `json:"x-credits,omitempty"`
}

// Offer is one way to pay, in the words of the draft of the IETF. Amount is in the
// smallest units of the currency, nil where it depends on the request.
type Offer struct {
	Intent      string  `json:"intent"`
	Method      string  `json:"method"`
	Amount      *string `json:"amount"`
	Currency    string  `json:"currency"`
	Description string  `json:"description,omitempty"`
}

// PaymentPrice is a price in dollars: an Amount where it is fixed, otherwise
// from Min on, to Max where there is a most.
type PaymentPrice struct {
	Mode     string `json:"mode"` // "fixed" or "dynamic"
	Currency string `json:"currency"`
	Amount   string `json:"amount,omitempty"`
	Min      string `json:"min,omitempty"`
	Max      string `json:"max,omitempty"`
}

// Feature is one row of the price table, in credits.
type Feature struct {
	Feature string          `json:"feature"`
	Base    json.RawMessage `json:"base"`
	PerItem json.RawMessage `json:"per_item,omitempty"`
	Item    string          `json:"item,omitempty"`
}

// Schema is a JSON Schema, as far as the contract needs it.
type Schema struct {
	Ref         string             `json:"$ref,omitempty"`
	Type        any                `json:"type,omitempty"` // a name, or a list of two with "null"
	Description string             `json:"description,omitempty"`
	Format      string             `json:"format,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Enum        []any              `json:"enum,omitempty"`
	Minimum     *int               `json:"minimum,omitempty"`
	Maximum     *int               `json:"maximum,omitempty"`
	Above       *int               `json:"exclusiveMinimum,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	MaxLength   int                `json:"maxLength,omitempty"`
	MinItems    int                `json:"minItems,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Unique      bool               `json:"uniqueItems,omitempty"`
	Contains    *Schema            `json:"contains,omitempty"`
	Default     any                `json:"default,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	AnyOf       []*Schema          `json:"anyOf,omitempty"`
	OneOf       []*Schema          `json:"oneOf,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	// Additional is false where an object may hold nothing else.
	Additional *bool `json:"additionalProperties,omitempty"`

	order []string // of Properties
}

// Endpoint is one row of the table that is described.
type Endpoint struct {
	Method string
	Path   string // with {wildcards}
	// Operation is the key of its price; "" for what needs no key and is free.
	Operation api.Operation
	// Permission is the permission an access token needs.
	Permission api.Permission
	Wildcards  []Param // of the path, in its order
	Query      []Param
	Doc        Doc
	// Paged says that what a payment bought is read here, without a key.
	Paged bool
}

func (e Endpoint) paid() bool { return api.PriceOf(e.Operation).Cost(1) > 0 }

// Param is one query parameter of a route, or one wildcard of its path. It may
// be given once.
type Param struct {
	Name     string
	Required bool
	List     bool     // of such values, with commas between
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
	NotNegative          bool
	MinLength, MaxLength int // of a string, in characters; 0: none
	MinItems, MaxItems   int // of a list; 0: none
	Default              any // where nothing is said; nil: not told
}

// Doc describes a route beyond its parameters. Everything common to routes with a key (the
// errors of keys, money, budgets and faults, the headers, the price) is added to it.
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
	// Moves says that a request for a version that is not the stored one is refused (409).
	Moves bool
	// Features are billed beside Operation, or instead of it, where a cost is
	// made of several.
	Features []api.Operation
	// Single says that a success delivers exactly one item of its price.
	Single bool
	// Least and Most bound what one request can cost, where that does not follow from
	// one item of its price.
	Least, Most api.Credits
}
