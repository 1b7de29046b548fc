package api

import (
	"encoding/json"
	"time"
)

// SheetFormat names the form of a Sheet, in files and in requests.
const SheetFormat = "greenroom-sheet/1"

// Sheet holds the parts of a planner's list that a Shortlist lacks: the brief, the
// decisions and readings about each creator, and a column for each further reviewer. The
// same document is a file and the body of a request.
type Sheet struct {
	Format   string        `json:"format"`             // SheetFormat
	SHA256   string        `json:"sha256,omitempty"`   // of the rest, in files: see Seal
	ID       string        `json:"id,omitempty"`       // of the shortlist; else of the list
	Version  int           `json:"version,omitempty"`  // of the shortlist, in files
	Name     string        `json:"name"`               //
	By       string        `json:"by"`                 // who decides
	Shared   bool          `json:"shared"`             // with everybody of the account
	Hidden   bool          `json:"hidden"`             // verdicts of others, until all have voted
	Copy     bool          `json:"copy,omitempty"`     // a reviewer wrote it: their column is what counts
	Withheld []string      `json:"withheld,omitempty"` // what of the list is not in it, in words
	Brief    SheetBrief    `json:"brief"`
	Members  []SheetMember `json:"members"`
	Columns  []SheetColumn `json:"columns"`
	Declined []string      `json:"declined,omitempty"` // proposals, by their ids
}

// SheetAgents is the name of the column that agents write, which holds proposals alone.
const SheetAgents = "(agents)"

// SheetBrief holds the wishes and limits of a campaign. Rules are written as a planner
// writes them.
type SheetBrief struct {
	Text        string        `json:"text"`
	Query       string        `json:"query"`
	Wishes      []string      `json:"wishes,omitempty"`
	NoGos       []string      `json:"no_gos,omitempty"`
	Rules       string        `json:"rules,omitempty"`
	Competitors []string      `json:"competitors,omitempty"`
	Words       []string      `json:"words,omitempty"`
	Cleared     []SheetRuling `json:"cleared,omitempty"`
}

// SheetMember is a creator on a list, with what was paid for to judge them.
type SheetMember struct {
	CreatorID string          `json:"creator_id,omitempty"` // UUID; "" where only the account is known
	Name      string          `json:"name"`
	Platform  Platform        `json:"platform"`
	Username  string          `json:"username"`
	Place     string          `json:"place,omitempty"`
	Verdict   string          `json:"verdict,omitempty"` // yes, reserve, no; "" is open
	Reason    string          `json:"reason,omitempty"`
	Note      string          `json:"note,omitempty"`
	Price     string          `json:"price,omitempty"` // as it was asked
	Quotes    []SheetQuote    `json:"quotes,omitempty"`
	Rulings   []SheetRuling   `json:"rulings,omitempty"`
	Seen      *ProfileSummary `json:"seen,omitempty"` // as a search told of it
	Profile   *Profile        `json:"profile,omitempty"`
	Safety    *Safety         `json:"safety,omitempty"`
	Match     *BriefMatch     `json:"match,omitempty"` // to the brief of this sheet
	Usual     *SheetUsual     `json:"usual,omitempty"`
	Posted    *SheetPosted    `json:"posted,omitempty"`
	ReadAt    *time.Time      `json:"read_at,omitempty"` // when the latest of these was read
}

// SheetQuote is something said or written, with its source. Seconds is where in it.
type SheetQuote struct {
	Words    string     `json:"words"`
	Source   string     `json:"source"`
	URL      string     `json:"url,omitempty"`
	Seconds  *float64   `json:"seconds,omitempty"`
	Platform Platform   `json:"platform,omitempty"`
	Post     string     `json:"post,omitempty"`
	PostID   string     `json:"post_id,omitempty"` // UUID
	PinnedAt *time.Time `json:"pinned_at,omitempty"`
}

// SheetRuling is a decision about a flag, or about all flags found in the same words.
type SheetRuling struct {
	Flag   string     `json:"flag,omitempty"`
	Words  []string   `json:"words,omitempty"`
	Stands bool       `json:"stands"`
	Reason string     `json:"reason"`
	By     string     `json:"by,omitempty"`
	At     *time.Time `json:"at,omitempty"`
}

// SheetUsual is the median engagement of creators alike, in per cent, and of how many.
type SheetUsual struct {
	Rate float64 `json:"rate"`
	Of   int     `json:"of"`
}

// SheetPosted sums up the newest posts: how many were looked at, how many are paid for,
// and their languages.
type SheetPosted struct {
	Of        int      `json:"of"`
	Paid      int      `json:"paid"`
	Languages []string `json:"languages,omitempty"`
}

// SheetColumn holds the votes of one reviewer.
type SheetColumn struct {
	Name  string      `json:"name"`
	At    time.Time   `json:"at"`
	Votes []SheetVote `json:"votes"`
	// Proposed is whom agents want on the list. Nothing changes until who decides takes one.
	Proposed []SheetProposal `json:"proposed,omitempty"`
}

// SheetProposal is a creator whom an agent wants on a list. ID and At are the service's.
type SheetProposal struct {
	ID     string      `json:"id"`
	Member SheetMember `json:"member"`
	Why    string      `json:"why"`
	By     string      `json:"by"` // as the agent calls itself
	At     time.Time   `json:"at"`
}

// SheetVote is one reviewer's vote on a creator, who is named as SheetMember.Key does.
type SheetVote struct {
	Creator string `json:"creator"`
	Verdict string `json:"verdict,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Comment string `json:"comment,omitempty"`
}

// Key names a creator among the members of a sheet: by id, else by account.
func (m SheetMember) Key() string {
	if m.CreatorID != "" {
		return m.CreatorID
	}
	return string(m.Platform) + "/" + m.Username
}

// SheetBody is the request that stores a sheet. Version is that of the stored shortlist.
// Whoever does not own it changes their own column alone; everything else they send is
// ignored.
type SheetBody struct {
	Version int             `json:"version"`
	By      string          `json:"by"` // name of the reviewer, where no one is signed in
	Sheet   json.RawMessage `json:"sheet"`
}

// SheetRecord is a sheet as it is stored. Sheet is left out where it is as Tag says.
type SheetRecord struct {
	ID        string         `json:"id"`
	Version   int            `json:"version"` // of the shortlist
	Tag       string         `json:"tag"`     // changes with all that stands here but the openings
	Mine      bool           `json:"mine"`    // the caller may change all of it
	You       string         `json:"you"`     // the name of the caller's column
	By        string         `json:"by"`      // who made this version
	UpdatedAt time.Time      `json:"updated_at"`
	Voted     int            `json:"voted"` // who gave everybody a verdict
	Voters    int            `json:"voters"`
	Openings  []SheetOpening `json:"openings"`
	// Proposed holds the proposals that wait for a decision, the oldest first.
	Proposed []SheetProposal `json:"proposed,omitempty"`
	Sheet    *Sheet          `json:"sheet,omitempty"`
}

// SheetOpening records a reader's first opening of a sheet: who, when, and which version.
type SheetOpening struct {
	Name    string    `json:"name"`
	Version int       `json:"version"`
	At      time.Time `json:"at"`
}

// SheetVersion is a version of a sheet that can be read.
type SheetVersion struct {
	Version int       `json:"version"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	Bytes   int       `json:"bytes"`
}
