package cmd

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client"
)

// toBeFound stands in a dry run for the id that a look-up would answer.
const toBeFound = "00000000-0000-0000-0000-000000000000"

// account reads what names a creator: an id, or a handle, which may be of a
// network that is not said.
func account(item string) (client.Target, error) {
	t, err := client.ParseTarget(item)
	switch {
	case err != nil:
		return t, usageError{err}
	case t.Kind != client.TargetCreator && t.Kind != client.TargetHandle:
		return t, usage(fmt.Sprintf("%q is a post or a video, not a creator; @%s is the creator of that name", item, item))
	}
	return t, nil
}

// creatorID is the id of the creator that an item names; "" where there is none,
// which is noted as missing.
func (j *job) creatorID(ctx context.Context, item string) (string, error) {
	t, err := account(item)
	switch {
	case err != nil:
		return "", err
	case t.Kind == client.TargetCreator:
		return t.Value, nil
	case t.Platform == "":
		return j.lookUp(ctx, item, t.Value)
	}
	p, err := beforehand(j, func(opts ...client.Option) (api.Profile, client.Receipt, error) {
		return j.client.Profile(ctx, t.Platform, t.Value, api.ModeLite, opts...)
	})
	if client.KindOf(err) == client.KindDryRun {
		j.say(item + " stands for a profile that is read first; what follows shows " + toBeFound + " as the id it would bring.")
		return toBeFound, nil
	}
	if client.Is(err, api.CodeNotFound) {
		j.miss(item, err)
		return "", nil
	}
	return p.CreatorID, err
}

// creatorRefs names creators as batches take them. Items that name none are
// noted as missing.
func (j *job) creatorRefs(ctx context.Context, items []string) ([]api.CreatorRef, error) {
	var refs []api.CreatorRef
	for _, item := range items {
		t, err := account(item)
		if err != nil {
			return nil, err
		}
		if t.Kind == client.TargetHandle && t.Platform != "" {
			refs = append(refs, api.CreatorRef{Platform: &t.Platform, Username: &t.Value})
			continue
		}
		id := t.Value
		if t.Kind == client.TargetHandle {
			if id, err = j.lookUp(ctx, item, t.Value); err != nil {
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
func (j *job) lookUp(ctx context.Context, item, name string) (string, error) {
	if utf8.RuneCountInString(name) < api.AutocompleteMin {
		return "", usage(fmt.Sprintf("%s is too short to be looked up; say which network it is on, as in photoplatform:%s", item, name))
	}
	found, err := beforehand(j, func(opts ...client.Option) ([]api.Suggestion, client.Receipt, error) {
		return j.client.Autocomplete(ctx, client.AutocompleteParams{Q: name, Limit: api.AutocompleteLimitMax}, opts...)
	})
	if client.KindOf(err) == client.KindDryRun {
		j.say(item + " is a name that is looked up first; what follows shows " + toBeFound + " as the id it would bring.")
		return toBeFound, nil
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
				return "", usage(fmt.Sprintf("%s is the handle of several creators; say which one: %s", item, strings.Join(where, " or ")))
			}
			id, where = s.ID, append(where, string(p.Platform)+":"+p.Username)
		}
	}
	if id == "" {
		j.miss(item, &absent{"no creator has the handle @" + name + "; greenroom search finds creators by what they post"})
	}
	return id, nil
}

// beforehand makes a look-up that the call itself needs. A dry run takes its
// answer from the memory, and shows the look-up only where none is kept.
func beforehand[T any](j *job, ask func(...client.Option) (T, client.Receipt, error)) (T, error) {
	if j.flags.dryRun && !j.flags.refresh {
		if v, _, err := ask(append(j.kept(), client.KeptOnly())...); err == nil {
			return v, nil
		}
	}
	v, _, err := ask(j.options()...)
	return v, err
}

// profileRef reads an item that names one account of one network.
func profileRef(item string) (api.ProfileRef, error) {
	t, err := account(item)
	switch {
	case err != nil:
		return api.ProfileRef{}, err
	case t.Kind == client.TargetCreator:
		return api.ProfileRef{}, usage(item + " is the id of a creator; a profile is named as in photoplatform:name, or by its address")
	case t.Platform == "":
		return api.ProfileRef{}, usage(fmt.Sprintf("say which network %s is on, as in photoplatform:%s, or give the address", item, t.Value))
	}
	return api.ProfileRef{Platform: t.Platform, Username: t.Value}, nil
}

func profileRefs(items []string) ([]api.ProfileRef, error) {
	var refs []api.ProfileRef
	for _, item := range items {
		ref, err := profileRef(item)
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

// postRefs reads items that name stored posts: their ids, or their addresses.
func postRefs(items []string) ([]api.PostRef, error) {
	var refs []api.PostRef
	for _, item := range items {
		switch {
		case api.ValidUUID(item):
			refs = append(refs, api.PostRef{PostID: &item})
		case strings.Contains(item, "/"):
			refs = append(refs, api.PostRef{URL: &item})
		default:
			return nil, usage(fmt.Sprintf("%q names no stored post; give its id or its address, as greenroom posts prints them", item))
		}
	}
	return refs, nil
}

// The words for what a batch did not find.
func creatorWord(r api.CreatorRef) string {
	switch {
	case r.CreatorID != nil:
		return *r.CreatorID
	case r.Platform != nil && r.Username != nil:
		return string(*r.Platform) + ":" + *r.Username
	}
	return "an item"
}

func profileWord(r api.ProfileRef) string { return string(r.Platform) + ":" + r.Username }

func postWord(r api.PostRef) string {
	switch {
	case r.PostID != nil:
		return *r.PostID
	case r.URL != nil:
		return *r.URL
	}
	return "an item"
}

func itself(s string) string { return s }

// found prints the answer of a batch, and notes what was not found.
func found[T, R any](j *job, f api.Found[T, R], word func(R) string, s sheet[T], err error) error {
	for _, r := range f.NotFound {
		j.miss(word(r), &absent{"It is not there."})
	}
	if f.Data == nil {
		f.Data = []T{}
	}
	if f.NotFound == nil {
		f.NotFound = []R{}
	}
	return list(j, f.Data, f, s.of(f.Data), err)
}
