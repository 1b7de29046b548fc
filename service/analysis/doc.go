// Package analysis judges creators by what they write and say: how they fit a
// brief, whom they resemble, whether a brand can stand beside them, what a
// post is. It is made of rules that can be read: every judgement names the
// words it rests on; where rules find no harm, weights that were taught by sentences in pairs say how far
// a piece leans, and are told as weaker. The same input gets the same answer; there is no clock, no
// chance and no network here. It knows no store and no other engine; texts and
// facts are handed to it. The words it goes by are text files under words.
package analysis

import "greenroom/api"

// Text is one text to be judged. Languages are those it may be in, the most
// likely first, as ISO 639-1 codes; the text itself decides between them, and
// for others, where it shows its language.
type Text struct {
	Words     string
	Languages []string
	Source    Source
	PostID    string // of captions and transcripts
	Machine   bool   `json:",omitempty"` // of speech: a machine of ours wrote it down
}

// severityRank orders severities.
var severityRank = map[api.Severity]int{api.SeverityLow: 1, api.SeverityMedium: 2, api.SeverityHigh: 3}
