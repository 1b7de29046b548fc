package api

import "strings"

// Sizes of the contract.
const (
	LimitMin, LimitMax, LimitDefault               = 1, 100, 25
	SearchPageSize                                 = 10
	SearchQueryMax                                 = 500
	AutocompleteMin, AutocompleteMax               = 2, 100
	AutocompleteLimitMax, AutocompleteLimitDefault = 50, 10
	BatchMax                                       = 100 // creators or profiles of a look-up or a match
	EmailCreatorsMax                               = 50
	AnalysisMax                                    = 25 // creators, profiles or posts of an analysis
	IntentQueryMax, IntentContextMax               = 500, 2000
	SeedsMax                                       = 10
	ShortlistProfilesMin, ShortlistProfilesMax     = 1, 8
	UsernameMax                                    = 50
	VersionMax                                     = 2147483647
	VideoIDLen                                     = 11
	PostsBatchMax, TranscriptsBatchMax             = 20, 10
	ChannelVideosMax, ChannelVideosDefault         = 20, 5
	LivePostsMax, LivePostsDefault                 = 50, 12
	VideoSearchMax, VideoSearchDefault             = 50, 20
	IngestsDaily                                   = 50 // per account and UTC day, where nothing else is set
)

// ValidUUID reports whether s is a UUID as the contract takes them: versions
// 1 to 8 with variant 8, 9, a or b, the all-zero and the all-f UUID; hex in
// either case.
func ValidUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	s = strings.ToLower(s)
	zeros, effs := true, true
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
			continue
		}
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
		zeros, effs = zeros && c == '0', effs && c == 'f'
	}
	return zeros || effs || s[14] >= '1' && s[14] <= '8' && strings.IndexByte("89ab", s[19]) >= 0
}

// ValidVideoID reports whether s is a video id: eleven letters, digits,
// hyphens or underscores.
func ValidVideoID(s string) bool {
	if len(s) != VideoIDLen {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}
