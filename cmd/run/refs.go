package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// toBeFound stands in a dry run for the id that a look-up would answer: another one for
// each item, since whoever is named twice is paid for once.
func (j *Job) toBeFound(item string) string {
	at := slices.Index(j.looked, item)
	if at < 0 {
		at = len(j.looked)
		j.looked = append(j.looked, item)
	}
	return fmt.Sprintf("00000000-0000-4000-8000-%012d", at)
}

// CreatorsTake is the help text of commands that take creators.
const CreatorsTake = "creators, as ids, @handles, PLATFORM:NAME or URLs"

// Account reads what names a creator: an id, or a handle, which may be of a
// network that is not said.
func Account(item string) (client.Target, error) {
	t, err := client.ParseTarget(item)
	switch {
	case err != nil:
		return t, WrongUse(err)
	case t.Kind != client.TargetCreator && t.Kind != client.TargetHandle:
		return t, Usagef("%q is a post or video, not a creator; for the creator of that name, use @%s", item, item)
	}
	return t, nil
}

// CreatorID is the id of the creator that an item names; "" where there is none,
// which is noted as missing.
func CreatorID(ctx context.Context, j *Job, item string) (string, error) {
	t, err := Account(item)
	switch {
	case err != nil:
		return "", err
	case t.Kind == client.TargetCreator:
		return t.Value, nil
	case slices.Contains(j.looked, item):
		return j.toBeFound(item), nil
	case t.Platform == "":
		return lookUp(ctx, j, item, t.Value)
	}
	p, err := Beforehand(ctx, j, func(opts ...client.Option) (api.Profile, client.Receipt, error) {
		return j.Client.Profile(ctx, t.Platform, t.Value, api.ModeLite, opts...)
	})
	if Dry(err) {
		j.Say(item + " stands for a profile that is read first; below, " + j.toBeFound(item) + " stands for its creator id.")
		return j.toBeFound(item), nil
	}
	if client.Is(err, api.CodeNotFound) {
		j.Miss(item, err)
		return "", nil
	}
	return p.CreatorID, err
}

// CreatorRefs names creators as batches take them. Items that name none are
// noted as missing.
func CreatorRefs(ctx context.Context, j *Job, items []string) ([]api.CreatorRef, error) {
	var refs []api.CreatorRef
	for _, item := range items {
		t, err := Account(item)
		if err != nil {
			return nil, err
		}
		if t.Kind == client.TargetHandle && t.Platform != "" {
			refs = append(refs, api.CreatorRef{Platform: &t.Platform, Username: &t.Value})
			continue
		}
		id := t.Value
		if t.Kind == client.TargetHandle {
			if id, err = lookUp(ctx, j, item, t.Value); err != nil {
				return nil, err
			}
		}
		if id != "" {
			refs = append(refs, api.CreatorRef{CreatorID: &id})
		}
	}
	return refs, nil
}

// lookUp finds the one creator with a handle, on whatever network.
func lookUp(ctx context.Context, j *Job, item, name string) (string, error) {
	if utf8.RuneCountInString(name) < api.AutocompleteMin {
		return "", Usagef("%s is too short to look up; add the network, as in photoplatform:%s", item, name)
	}
	if slices.Contains(j.looked, item) {
		return j.toBeFound(item), nil
	}
	found, err := Beforehand(ctx, j, func(opts ...client.Option) ([]api.Suggestion, client.Receipt, error) {
		return j.Client.Autocomplete(ctx, client.AutocompleteParams{Q: name, Limit: api.AutocompleteLimitMax}, opts...)
	})
	if Dry(err) {
		j.Say(item + " is a handle that is looked up first; below, " + j.toBeFound(item) + " stands for its creator id.")
		return j.toBeFound(item), nil
	}
	if err != nil {
		return "", err
	}
	id, where := "", []string{}
	for _, s := range found {
		for _, p := range s.Platforms {
			if !strings.EqualFold(p.Username, name) {
				continue
			}
			if id != "" && id != s.ID {
				where = append(where, string(p.Platform)+":"+p.Username)
				return "", Usagef("several creators have the handle %s; choose one: %s", item, strings.Join(where, " or "))
			}
			id, where = s.ID, append(where, string(p.Platform)+":"+p.Username)
		}
	}
	if id == "" {
		j.Miss(item, Absent("no creator has the handle @"+name+"; to find creators by what they post, use greenroom search"))
	}
	return id, nil
}

// ProfileRef reads an item that names one account of one network.
func ProfileRef(item string) (api.ProfileRef, error) {
	t, err := Account(item)
	switch {
	case err != nil:
		return api.ProfileRef{}, err
	case t.Kind == client.TargetCreator:
		return api.ProfileRef{}, Usagef("%s is a creator id; name a profile as in photoplatform:name, or by its URL", item)
	case t.Platform == "":
		return api.ProfileRef{}, Usagef("add the network of %s, as in photoplatform:%s, or give the URL", item, t.Value)
	}
	return api.ProfileRef{Platform: t.Platform, Username: t.Value}, nil
}

// ProfileRefs reads several.
func ProfileRefs(items []string) ([]api.ProfileRef, error) {
	var refs []api.ProfileRef
	for _, item := range items {
		ref, err := ProfileRef(item)
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

// PostRefs reads items that name stored posts: their ids, or their addresses.
func PostRefs(items []string) ([]api.PostRef, error) {
	var refs []api.PostRef
	for _, item := range items {
		switch {
		case api.ValidUUID(item):
			refs = append(refs, api.PostRef{PostID: &item})
		case strings.Contains(item, "/"):
			refs = append(refs, api.PostRef{URL: &item})
		default:
			return nil, Usagef("%q is not a stored post; give its id or URL, as printed by greenroom posts", item)
		}
	}
	return refs, nil
}

// CreatorWord names a creator that a batch was asked for.
func CreatorWord(r api.CreatorRef) string {
	switch {
	case r.CreatorID != nil:
		return *r.CreatorID
	case r.Platform != nil && r.Username != nil:
		return string(*r.Platform) + ":" + *r.Username
	}
	return "an item"
}

// ProfileWord names a profile that a batch was asked for.
func ProfileWord(r api.ProfileRef) string { return string(r.Platform) + ":" + r.Username }

// PostWord names a post that a batch was asked for.
func PostWord(r api.PostRef) string {
	switch {
	case r.PostID != nil:
		return *r.PostID
	case r.URL != nil:
		return *r.URL
	}
	return "an item"
}

// Found prints the answer of a batch, and notes what was not found. err is what
// broke it off.
func Found[T, R any](j *Job, f api.Found[T, R], err error, as Batch[T, R]) error {
	for _, r := range f.NotFound {
		j.Miss(as.Word(r), Absent("Not found."))
	}
	if f.Data == nil {
		f.Data = []T{}
	}
	if f.NotFound == nil {
		f.NotFound = []R{}
	}
	j.Stop(err)
	return List(j, f.Data, f, as.Sheet.Draw)
}

// Batch tells how a batch is printed: its results, and the word for those not found.
type Batch[T, R any] struct {
	Sheet output.Sheet[T]
	Word  func(R) string
}

// WordsAs converts the words of a flag to those of the contract.
func WordsAs[T ~string](words []string) []T {
	return each.Of(words, func(w string) T { return T(strings.TrimSpace(w)) })
}

// ProfileCells are handle, followers and engagement rate.
func ProfileCells(p *api.ProfileSummary) []string {
	if p == nil {
		return []string{"", "-", "-"}
	}
	return []string{"@" + p.Username, text.CountOf(p.Followers).String(), text.PercentOf(p.EngagementRate).String()}
}
