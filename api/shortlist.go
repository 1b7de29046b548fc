package api

import "time"

// Shortlist is a saved choice of one to eight creators for a brief. Version
// starts at 1 and grows by one with each change.
type Shortlist struct {
	ID        string             `json:"id"` // UUID
	Name      string             `json:"name"`
	Brief     string             `json:"brief"`
	Profiles  []ShortlistProfile `json:"profiles"`
	Notes     string             `json:"notes"`
	Version   int                `json:"version"`
	CreatedAt time.Time          `json:"created_at"`
	UpdatedAt time.Time          `json:"updated_at"`
}

// ShortlistProfile names one member.
type ShortlistProfile struct {
	Platform Platform `json:"platform"`
	Username string   `json:"username"` // 1 to 50 characters
}

// NewShortlistBody is the request that creates a shortlist.
type NewShortlistBody struct {
	Name     string             `json:"name"`
	Brief    string             `json:"brief"`
	Profiles []ShortlistProfile `json:"profiles"`
	Notes    string             `json:"notes"`
}

// ShortlistBody is the request that replaces a shortlist. Version is the stored one; a
// client that creates one with it leaves it nil.
type ShortlistBody struct {
	Name     string             `json:"name"`
	Brief    string             `json:"brief"`
	Profiles []ShortlistProfile `json:"profiles"`
	Notes    string             `json:"notes"`
	Version  *int               `json:"version,omitempty"`
}

// Health is the answer of GET /health.
type Health struct {
	OK        bool      `json:"ok"`
	Timestamp time.Time `json:"timestamp"`
}
