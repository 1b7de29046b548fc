package api

import "time"

// CreatorRef names a creator: by its id, or by one of its profiles.
type CreatorRef struct {
	CreatorID *string   `json:"creator_id,omitempty"` // UUID
	Platform  *Platform `json:"platform,omitempty"`
	Username  *string   `json:"username,omitempty"`
}

// ProfileRef names a profile.
type ProfileRef struct {
	Platform Platform `json:"platform"`
	Username string   `json:"username"`
}

// PostRef names a post: by its id here, or by its address on the network.
type PostRef struct {
	PostID *string `json:"post_id,omitempty"` // UUID
	URL    *string `json:"url,omitempty"`
}

// Found is the success body of a batch: what was found, in the order it was
// asked for, and what is not known.
type Found[T, R any] struct {
	Data     []T `json:"data"`
	NotFound []R `json:"not_found"`
}

// CreatorCard is a creator as answers about it name it.
type CreatorCard struct {
	ID        string  `json:"id"` // UUID
	Name      string  `json:"name"`
	AvatarURL *string `json:"avatar_url"`
}

// ProfileLookupRequest is the body of POST /v1/profiles/lookup.
type ProfileLookupRequest struct {
	Profiles []ProfileRef `json:"profiles"` // 1 to 100
	Mode     *ProfileMode `json:"mode,omitempty"`
}

// EmailRequest is the body of POST /v1/creator-emails/lookup.
type EmailRequest struct {
	Creators []CreatorRef `json:"creators"` // 1 to 50
}

// EmailAnswer has one result for each creator asked for, in that order.
type EmailAnswer struct {
	Results []EmailResult `json:"results"`
	Billing EmailBilling  `json:"billing"`
}

// EmailResult holds the addresses of one creator. Resolved says whether the creator is
// known, not whether an address is.
type EmailResult struct {
	Input     CreatorRef `json:"input"`
	CreatorID *string    `json:"creator_id"`
	Resolved  bool       `json:"resolved"`
	Emails    []Email    `json:"emails"`
}

// Email is one address that a creator shows in public. Times are when a visit
// saw it; nil is unknown. Confidence runs from 0 to 1.
type Email struct {
	Email       string      `json:"email"`
	IsPrimary   bool        `json:"is_primary"`
	Status      EmailStatus `json:"status"`
	Confidence  *float64    `json:"confidence"`
	FirstSeenAt *time.Time  `json:"first_seen_at"`
	LastSeenAt  *time.Time  `json:"last_seen_at"`
	ValidatedAt *time.Time  `json:"validated_at"`
}

// EmailStatus says what is known about an address.
type EmailStatus string

// The statuses.
const (
	EmailUnvalidated     EmailStatus = "unvalidated"
	EmailValid           EmailStatus = "valid"
	EmailRisky           EmailStatus = "risky"
	EmailCreatorVerified EmailStatus = "creator_verified"
)

// EmailBilling holds the cost of a look-up: it charges for results with at least one
// address, each creator once.
type EmailBilling struct {
	BillableResults int     `json:"billable_results"`
	CreditsCharged  Credits `json:"credits_charged"`
}
