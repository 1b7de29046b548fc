package api

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Sizes of the contract, for all who check, describe or explain them.
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
	AccountsMax                                    = 10 // of a creator in one answer, the largest first: its highest cost is known before
	ShortlistProfilesMin, ShortlistProfilesMax     = 1, 8
	UsernameMax                                    = 50
	VersionMax                                     = 2147483647
	VideoIDLen                                     = 11
	PostsBatchMax, TranscriptsBatchMax             = 20, 10
	ChannelVideosMax, ChannelVideosDefault         = 20, 5
	LivePostsMax, LivePostsDefault                 = 50, 12
	VideoSearchMax, VideoSearchDefault             = 50, 20
	VideoQueryMax                                  = 200
	ShortcodeMax                                   = 64
	AddressMax                                     = 2048 // of a post
	LanguageMax                                    = 35   // RFC 5646, 4.4.1
	SeedWeightMax                                  = 1
	IdempotencyKeyMax                              = 255
	IngestsDaily                                   = 50 // per account and UTC day, where nothing else is set
	SheetBytesMax                                  = 1<<20 - 1<<10
	SheetMembersMax, SheetColumnsMax               = 50, 20
	SheetNameMax, SheetTextMax                     = 80, 10_000
	SheetVersionsMax                               = 50 // kept of one sheet; the oldest go
)

// IdempotencyAge limits how long the answer to a request with a key is repeated.
const IdempotencyAge = 24 * time.Hour

// ValidIdempotencyKey reports whether s is 1 to 255 visible characters of ASCII.
func ValidIdempotencyKey(s string) bool {
	return s != "" && len(s) <= IdempotencyKeyMax && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

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
func ValidVideoID(s string) bool { return len(s) == VideoIDLen && ValidShortcode(s) }

// ValidShortcode reports whether s can name a post in its address: letters, digits,
// hyphens or underscores.
func ValidShortcode(s string) bool {
	return s != "" && len(s) <= ShortcodeMax && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_')
	})
}

// ValidUsername reports whether s, without @, can be a name on one of the networks:
// letters, digits, dots, hyphens and underscores, and beyond ASCII whatever is no
// white space and no common punctuation.
func ValidUsername(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= UsernameMax && !strings.ContainsFunc(s, func(r rune) bool {
		switch {
		case r < utf8.RuneSelf:
			return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_' || r == '.')
		case r <= 0xa0, r >= 0x2000 && r <= 0x206f, r >= 0xfff0 && r <= 0xfffd:
			return true
		}
		return r == 0x1680 || r == 0x3000 || r == 0xfeff
	})
}

// ValidLanguage reports whether s has the form of a language code.
func ValidLanguage(s string) bool {
	return s != "" && len(s) <= LanguageMax && s[0] != '-' && !strings.ContainsFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	})
}
