package tables

import (
	"fmt"
	"strings"

	"greenroom/service"
	"greenroom/service/store"
)

const (
	creatorByID       = "SELECT id FROM creators WHERE uuid = ?"
	profileByID       = "SELECT id FROM profiles WHERE uuid = ?"
	profileByName     = "SELECT id FROM profiles WHERE platform = ? AND username_key = ?"
	profileByExternal = "SELECT id FROM profiles WHERE platform = ? AND external_id = ?"
)

// known is a bundle on its way into tables: the rows its parts have there.
type known struct {
	creator  int64   // 0: the bundle describes none
	profiles []int64 // as in the bundle; 0: not there yet
}

// bundle writes one bundle.
func (w *bundleWriter) bundle(b service.Bundle) {
	k := w.find(b)
	isNew := k.creator == 0
	k.creator = w.creator(b, k.creator)
	// What a file said of a day stands before what is known by then is noted of it.
	w.told(b, k.profiles)
	for i, p := range b.Profiles {
		if i > 0 && k.profiles[i] == 0 { // a bundle may name one profile twice
			k.profiles[i] = w.findProfile(p)
		}
		k.profiles[i] = w.profile(p, k.profiles[i], k.creator)
	}
	w.sightings(b, k.profiles)
	if !isNew {
		w.reach(k.profiles)
	}
	for _, p := range b.Posts {
		w.post(p, b, k)
	}
	for _, t := range b.Transcripts {
		w.transcript(t, k)
	}
}

// find looks for the parts that are there. The first known profile says whose
// bundle it is; without one, the creator's own id does.
func (w *bundleWriter) find(b service.Bundle) known {
	k := known{profiles: make([]int64, len(b.Profiles))}
	for i, p := range b.Profiles {
		if p.Username == "" && p.ExternalID == "" {
			w.fails(fmt.Errorf("a profile of %s has neither username nor external id", p.Platform))
		}
		if k.profiles[i] = w.findProfile(p); k.profiles[i] != 0 && k.creator == 0 {
			k.creator = w.lookup("SELECT creator FROM profiles WHERE id = ?", k.profiles[i])
		}
	}
	if k.creator == 0 {
		if id := w.statedID(b); id != "" && w.mayExist(id) {
			k.creator = w.lookup(creatorByID, id)
		}
	}
	return k
}

// statedID is the id that identifies a creator by itself: the given one, or
// that of a name without profiles.
func (w *bundleWriter) statedID(b service.Bundle) string {
	switch {
	case b.Creator.ID != "":
		return w.given(store.GivenID("creator", b.Creator.ID))
	case len(b.Profiles) == 0 && b.Creator.Name != "":
		return store.NaturalID("creator", store.CreatorKey(b))
	}
	return ""
}

func (w *bundleWriter) given(id string, err error) string {
	w.fails(err)
	return id
}

// findProfile looks by the network's own id, which outlives renaming, then by
// username, then by our id. An account with another id of the network is another
// one, whoever has had its name.
func (w *bundleWriter) findProfile(p service.Profile) (row int64) {
	if p.ExternalID != "" && w.mayExist(store.ExternalKey(p)) {
		row = w.lookup(profileByExternal, string(p.Platform), p.ExternalID)
	}
	if row == 0 && p.Username != "" && w.mayExist(store.ProfileKey(p)) {
		row = w.lookup("SELECT id FROM profiles WHERE platform = ?1 AND username_key = ?2 AND (?3 = '' OR coalesce(external_id, ?3) = ?3)",
			string(p.Platform), store.NameKey(p.Username), p.ExternalID)
	}
	if id := strings.ToLower(p.ID); row == 0 && id != "" && w.mayExist(id) {
		row = w.lookup(profileByID, id)
	}
	return row
}

// creator writes the bundle's creator over the row that is there, or anew.
func (w *bundleWriter) creator(b service.Bundle, row int64) int64 {
	if row != 0 {
		was := recordAt(w, scanCreator, selectCreator+"WHERE id = ?", row)
		w.count(func(c *service.Counts) *int { return &c.Creators }, merged(w, creatorTable, row, was, service.MergeCreator(was, b.Creator, true)))
		return row
	}
	if b.Creator.ID == "" && b.Creator.Name == "" && len(b.Profiles) == 0 {
		return 0
	}
	id := w.statedID(b)
	if id == "" {
		id = w.freeID("creator", creatorByID, store.CreatorKey(b))
	}
	row, _ = w.insert(insertCreator, "creator "+id, creatorTable.values(named(b), id, bundleReach(b)))
	w.note(id)
	w.written.New.Creators++
	w.touch("creators", row)
	return row
}

var insertCreator = creatorTable.insertion("uuid", "reach")

// named is the bundle's creator, called as its first profile is where it has
// no name of its own.
func named(b service.Bundle) *service.Creator {
	c := &b.Creator
	for _, p := range b.Profiles {
		for _, name := range []string{p.DisplayName, p.Username} {
			if c.Name == "" {
				c.Name = name
			}
		}
	}
	return c
}

func bundleReach(b service.Bundle) int64 {
	reach := int64(-1)
	for _, p := range b.Profiles {
		if p.Followers != nil {
			reach = max(reach, *p.Followers)
		}
	}
	return reach
}

var insertProfile = profileTable.insertion("uuid", "creator")

// profile writes a profile over the row that is there, or anew.
func (w *bundleWriter) profile(p service.Profile, row, creator int64) int64 {
	if row != 0 {
		w.updateProfile(p, row)
		return row
	}
	id := ""
	if p.ID != "" {
		id = w.given(store.GivenID("profile", p.ID))
	} else {
		id = w.freeID("profile", profileByID, store.ProfileKey(p))
	}
	w.settleName(&p)
	row, _ = w.insert(insertProfile, "profile "+id, profileTable.values(&p, id, creator))
	w.note(id)
	w.note(store.ProfileKey(p))
	if p.ExternalID != "" {
		w.note(store.ExternalKey(p))
	}
	w.written.New.Profiles++
	w.touch("profiles", row)
	return row
}

// settleName gives a name that two accounts had to the one that was seen with it
// last; the other keeps the id of its network alone.
func (w *bundleWriter) settleName(p *service.Profile) {
	if p.Username == "" || !w.mayExist(store.ProfileKey(*p)) {
		return
	}
	row := w.lookup(profileByName, string(p.Platform), store.NameKey(p.Username))
	if row == 0 {
		return
	}
	other := recordAt(w, scanProfile, selectProfile+"WHERE profiles.id = ?", row)
	if p.UpdatedAt.Before(other.UpdatedAt) {
		p.Username = ""
		return
	}
	named := other
	other.Username = ""
	merged(w, profileTable, row, named, other)
}

func (w *bundleWriter) updateProfile(in service.Profile, row int64) {
	was := recordAt(w, scanProfile, selectProfile+"WHERE profiles.id = ?", row)
	now := service.MergeProfile(was, in, true)
	w.keepUnique(&now, was, row)
	changed := merged(w, profileTable, row, was, now)
	w.sighted(row, was, in)
	w.note(store.ProfileKey(now))
	w.note(store.ExternalKey(now))
	w.count(func(c *service.Counts) *int { return &c.Profiles }, changed)
}

// keepUnique leaves a profile the name or external id it had where the new one
// is another profile's.
func (w *bundleWriter) keepUnique(p *service.Profile, was service.Profile, row int64) {
	p.Platform = was.Platform
	taken := func(query, key string) bool {
		found := w.lookup(query, string(p.Platform), key)
		return found != 0 && found != row
	}
	if name := store.NameKey(p.Username); name != store.NameKey(was.Username) && taken(profileByName, name) {
		p.Username = was.Username
	}
	if p.ExternalID != was.ExternalID && taken(profileByExternal, p.ExternalID) {
		p.ExternalID = was.ExternalID
	}
}

// reach brings the order of creators up to date for the owners of profiles.
func (w *bundleWriter) reach(profiles []int64) {
	const largest = "(SELECT coalesce(max(followers), -1) FROM profiles WHERE profiles.creator = creators.id)"
	const moved = "id = (SELECT creator FROM profiles WHERE id = ?) AND reach <> " + largest
	for _, row := range profiles {
		w.before("creators", moved, row)
		w.Do("UPDATE creators SET reach = "+largest+" WHERE "+moved, row)
	}
}

// profileOf finds the profile that made a post: the one it names, else the
// bundle's or the creator's own on that network.
func (w *bundleWriter) profileOf(p service.Post, b service.Bundle, k known) int64 {
	fallback := int64(0)
	for i, profile := range b.Profiles {
		if p.ProfileID != "" && strings.EqualFold(profile.ID, p.ProfileID) {
			return k.profiles[i]
		}
		if fallback == 0 && profile.Platform == p.Platform {
			fallback = k.profiles[i]
		}
	}
	if p.ProfileID != "" {
		if row := w.lookup(profileByID, strings.ToLower(p.ProfileID)); row != 0 {
			return row
		}
	}
	if fallback != 0 {
		return fallback
	}
	return w.lookup(`SELECT id FROM profiles WHERE platform = ? AND creator = coalesce(nullif(?, 0), (SELECT id FROM creators WHERE uuid = ?))
		ORDER BY followers DESC NULLS LAST LIMIT 1`, string(p.Platform), k.creator, strings.ToLower(p.CreatorID))
}
