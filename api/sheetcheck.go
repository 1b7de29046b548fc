package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// SheetError is why something is no sheet: a sentence, and the key that is wrong.
type SheetError struct{ Param, Says string }

// Error is the sentence.
func (e *SheetError) Error() string { return e.Says }

func noSheet(param, format string, args ...any) error {
	return &SheetError{param, fmt.Sprintf(format, args...)}
}

// ParseSheet reads a sheet as strictly as it is written: of this format, without keys
// that are not known, within the limits, and with its own hash, where it has one.
func ParseSheet(raw []byte) (Sheet, error) {
	var s Sheet
	if len(raw) > SheetBytesMax {
		return s, noSheet("", "A sheet has %d bytes at most; this one has %d.", SheetBytesMax, len(raw))
	}
	var head struct{ Format string }
	if err := json.Unmarshal(raw, &head); err != nil || head.Format != SheetFormat {
		return s, noSheet("format", "This is no sheet: its format must be %s.", SheetFormat)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, unread(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s, noSheet("", "Something stands behind the end of the sheet.")
	}
	if s.SHA256 != "" && s.SHA256 != s.sum() {
		return s, noSheet("sha256", "The sheet was changed after it was written: its hash does not fit. Ask for it again.")
	}
	return s, s.Check()
}

func unread(err error) error {
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		key = strings.Trim(key, `"`)
		return noSheet(key, "A sheet has no key %q. It may come from a later Greenroom, or from something else.", key)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return noSheet(wrong.Field, "%s is of another type.", wrong.Field)
	}
	return noSheet("", "A sheet must be valid JSON.")
}

// Seal is a sheet as a file, with the SHA-256 of itself without it.
func (s Sheet) Seal() ([]byte, error) {
	s.SHA256 = s.sum()
	raw, err := json.MarshalIndent(s, "", " ")
	return append(raw, '\n'), err
}

func (s Sheet) sum() string {
	s.SHA256 = ""
	raw, _ := json.Marshal(s)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Check holds a sheet against the limits, wherever it came from.
func (s *Sheet) Check() error {
	switch {
	case s.Format != SheetFormat:
		return noSheet("format", "This is no sheet: its format must be %s.", SheetFormat)
	case strings.TrimSpace(s.Name) == "":
		return noSheet("name", "A sheet needs the name of its list.")
	case len(s.Members) > SheetMembersMax:
		return noSheet("members", "A sheet holds %d creators at most; this one has %d.", SheetMembersMax, len(s.Members))
	case len(s.Columns) > SheetColumnsMax:
		return noSheet("columns", "A sheet holds %d reviewers at most; this one has %d.", SheetColumnsMax, len(s.Columns))
	}
	seen := map[string]bool{}
	for i, m := range s.Members {
		at := fmt.Sprintf("members[%d].", i)
		switch {
		case seen[m.Key()]:
			return noSheet(at+"creator_id", "%s stands on this sheet twice.", m.Key())
		case m.CreatorID != "" && !ValidUUID(m.CreatorID):
			return noSheet(at+"creator_id", "%screator_id must be a UUID.", at)
		case m.CreatorID == "" && m.Username == "":
			return noSheet(at+"username", "Member %d has neither an id nor an account.", i+1)
		case !validVerdict(m.Verdict):
			return noVerdict(at)
		}
		seen[m.Key()] = true
	}
	if err := s.checkColumns(); err != nil {
		return err
	}
	return checkTexts(reflect.ValueOf(s).Elem(), "")
}

func (s *Sheet) checkColumns() error {
	seen := map[string]bool{}
	for i, c := range s.Columns {
		at := fmt.Sprintf("columns[%d].", i)
		switch name := strings.ToLower(strings.TrimSpace(c.Name)); {
		case name == "" || utf8.RuneCountInString(name) > SheetNameMax:
			return noSheet(at+"name", "The name of a reviewer has 1 to %d characters.", SheetNameMax)
		case seen[name]:
			return noSheet(at+"name", "Two columns have the same name.")
		case len(c.Votes) > SheetMembersMax:
			return noSheet(at+"votes", "A column has %d verdicts at most.", SheetMembersMax)
		case len(c.Proposed) > SheetMembersMax:
			return noSheet(at+"proposed", "A column has %d proposals at most.", SheetMembersMax)
		case slices.ContainsFunc(c.Proposed, func(p SheetProposal) bool { return !ValidUUID(p.Member.CreatorID) }):
			return noSheet(at+"proposed.member.creator_id", "A proposal names its creator by a UUID.")
		default:
			seen[name] = true
		}
		if slices.ContainsFunc(c.Votes, func(v SheetVote) bool { return !validVerdict(v.Verdict) }) {
			return noVerdict(at + "votes.")
		}
	}
	return nil
}

func validVerdict(v string) bool { return slices.Contains([]string{"", "yes", "reserve", "no"}, v) }

func noVerdict(at string) error {
	return noSheet(at+"verdict", "%sverdict must be yes, reserve or no, or be left out.", at)
}

var mailForm = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}`)

// MailLeftOut stands in a sheet where an e-mail address stood.
const MailLeftOut = "[e-mail left out]"

// sheetWords lists the contract's allowed words for each type in a sheet.
var sheetWords = map[reflect.Type][]string{
	reflect.TypeFor[Rating]():     Names([]Rating{RatingA, RatingB, RatingC}),
	reflect.TypeFor[Decision]():   Names([]Decision{DecisionGood, DecisionNeutral, DecisionAvoid}),
	reflect.TypeFor[FlagType]():   Names(FlagTypes()),
	reflect.TypeFor[Severity]():   Names([]Severity{SeverityLow, SeverityMedium, SeverityHigh}),
	reflect.TypeFor[Provenance](): Names([]Provenance{FromPost, FromProfile, Inferred}),
}

// checkTexts holds every text below a value: none is too long, none holds an e-mail
// address, which never travel, and words of the contract are such.
func checkTexts(v reflect.Value, at string) (failed error) {
	eachText(v, at, func(text reflect.Value, at string) {
		s := text.String()
		switch {
		case failed != nil:
		case sheetWords[text.Type()] != nil && !slices.Contains(sheetWords[text.Type()], s):
			failed = noSheet(at, "%s must be one of %s.", at, strings.Join(sheetWords[text.Type()], ", "))
		case utf8.RuneCountInString(s) > SheetTextMax:
			failed = noSheet(at, "%s has more than %d characters.", at, SheetTextMax)
		case mailForm.MatchString(s):
			failed = noSheet(at, "%s holds an e-mail address. Addresses do not travel with a list: leave it out.", at)
		}
	})
	return failed
}

// WithoutMails takes e-mail addresses out of all texts of a sheet, and cuts those that
// are too long, in place: give it a sheet that shares nothing.
func (s *Sheet) WithoutMails() {
	eachText(reflect.ValueOf(s).Elem(), "", func(text reflect.Value, _ string) {
		if !text.CanSet() {
			return
		}
		clean := mailForm.ReplaceAllString(text.String(), MailLeftOut)
		if r := []rune(clean); len(r) > SheetTextMax {
			clean = string(r[:SheetTextMax-1]) + "…"
		}
		text.SetString(clean)
	})
}

// eachText visits every text below a value, with where it stands.
func eachText(v reflect.Value, at string, visit func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.String:
		visit(v, at)
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), at, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), fmt.Sprintf("%s[%d]", at, i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() {
				eachText(v.Field(i), strings.TrimPrefix(at+"."+name, "."), visit)
			}
		}
	}
}
