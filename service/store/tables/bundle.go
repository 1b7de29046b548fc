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
func (w *bundleWriter) bundle(b service.Bundle) error {
	k, err := w.find(b)
	if err != nil {
		return err
	}
	isNew := k.creator == 0
	if k.creator, err = w.creator(b, k.creator); err != nil {
		return err
	}
	// What a file said of a day stands before what is known by then is noted of it.
	if _, err = w.told(b, k.profiles); err != nil {
		return err
	}
	for i, p := range b.Profiles {
		if i > 0 && k.profiles[i] == 0 { // a bundle may name one profile twice
			if k.profiles[i], err = w.findProfile(p); err != nil {
				return err
			}
		}
		if k.profiles[i], err = w.profile(p, k.profiles[i], k.creator); err != nil {
			return err
		}
	}
	if err := w.sightings(b, k.profiles); err != nil {
		return err
	}
	if !isNew {
		if err := w.reach(k.profiles); err != nil {
			return err
		}
	}
	for _, p := range b.Posts {
		if err := w.post(p, b, k); err != nil {
			return err
		}
	}
	for _, t := range b.Transcripts {
		if err := w.transcript(t, k); err != nil {
			return err
		}
	}
	return nil
}

// find looks for the parts that are there. The first known profile says whose
// bundle it is; without one, the creator's own id does.
func (w *bundleWriter) find(b service.Bundle) (known, error) {
	k := known{profiles: make([]int64, len(b.Profiles))}
	for i, p := range b.Profiles {
		if p.Username == "" && p.ExternalID == "" {
			return k, fmt.Errorf("a profile of %s has neither username nor external id", p.Platform)
		}
		row, err := w.findProfile(p)
		if err != nil {
			return k, err
		}
		if k.profiles[i] = row; row == 0 || k.creator != 0 {
			continue
		}
		if k.creator, err = w.lookup("SELECT creator FROM profiles WHERE id = ?", row); err != nil {
			return k, err
		}
	}
	if k.creator != 0 {
		return k, nil
	}
	id, err := statedID(b)
	if err == nil && id != "" && w.mayExist(id) {
		k.creator, err = w.lookup(creatorByID, id)
	}
	return k, err
}

// statedID is the id that identifies a creator by itself: the given one, or
// that of a name without profiles.
func statedID(b service.Bundle) (string, error) {
	switch {
	case b.Creator.ID != "":
		return store.GivenID("creator", b.Creator.ID)
	case len(b.Profiles) == 0 && b.Creator.Name != "":
		return store.NaturalID("creator", store.CreatorKey(b)), nil
	}
	return "", nil
}

// findProfile looks by the network's own id, which outlives renaming, then by
// username, then by our id. An account with another id of the network is another
// one, whoever has had its name.
func (w *bundleWriter) findProfile(p service.Profile) (row int64, err error) {
	if p.ExternalID != "" && w.mayExist(store.ExternalKey(p)) {
		row, err = w.lookup(profileByExternal, string(p.Platform), p.ExternalID)
	}
	if err == nil && row == 0 && p.Username != "" && w.mayExist(store.ProfileKey(p)) {
		row, err = w.lookup("SELECT id FROM profiles WHERE platform = ?1 AND username_key = ?2 AND (?3 = '' OR coalesce(external_id, ?3) = ?3)",
			string(p.Platform), store.NameKey(p.Username), p.ExternalID)
	}
	if id := strings.ToLower(p.ID); err == nil && row == 0 && id != "" && w.mayExist(id) {
		row, err = w.lookup(profileByID, id)
	}
	return row, err
}

// creator writes the bundle's creator over the row that is there, or anew.
func (w *bundleWriter) creator(b service.Bundle, row int64) (int64, error) {
	if row != 0 {
		return row, w.updateCreator(b.Creator, row)
	}
	if b.Creator.ID == "" && b.Creator.Name == "" && len(b.Profiles) == 0 {
		return 0, nil
	}
	id, err := statedID(b)
	if err == nil && id == "" {
		id, err = w.freeID("creator", creatorByID, store.CreatorKey(b))
	}
	if err != nil {
		return 0, err
	}
	row, ok, err := w.insert(insertCreator, creatorTable.values(named(b), id, bundleReach(b)))
	if err == nil && !ok {
		err = fmt.Errorf("creator %s is there already", id)
	}
	w.note(id)
	w.written.New.Creators++
	w.touch("creators", row)
	return row, err
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

func (w *bundleWriter) updateCreator(in service.Creator, row int64) error {
	stored, err := scanCreator(w.Row(selectCreator+"WHERE id = ?", row))
	if err != nil {
		return err
	}
	changed, err := merged(w, creatorTable, row, stored, service.MergeCreator(stored, in, true))
	w.count(func(c *service.Counts) *int { return &c.Creators }, changed)
	return err
}

var insertProfile = profileTable.insertion("uuid", "creator")

// profile writes a profile over the row that is there, or anew.
func (w *bundleWriter) profile(p service.Profile, row, creator int64) (int64, error) {
	if row != 0 {
		return row, w.updateProfile(p, row)
	}
	id, err := w.profileID(p)
	if err == nil {
		err = w.settleName(&p)
	}
	if err != nil {
		return 0, err
	}
	row, ok, err := w.insert(insertProfile, profileTable.values(&p, id, creator))
	if err == nil && !ok {
		err = fmt.Errorf("profile %s is there already", id)
	}
	w.note(id)
	w.note(store.ProfileKey(p))
	if p.ExternalID != "" {
		w.note(store.ExternalKey(p))
	}
	w.written.New.Profiles++
	w.touch("profiles", row)
	return row, err
}

// settleName gives a name that two accounts had to the one that was seen with it
// last; the other keeps the id of its network alone.
func (w *bundleWriter) settleName(p *service.Profile) error {
	if p.Username == "" || !w.mayExist(store.ProfileKey(*p)) {
		return nil
	}
	row, err := w.lookup(profileByName, string(p.Platform), store.NameKey(p.Username))
	if err != nil || row == 0 {
		return err
	}
	other, err := scanProfile(w.Row(selectProfile+"WHERE profiles.id = ?", row))
	if err != nil {
		return err
	}
	if p.UpdatedAt.Before(other.UpdatedAt) {
		p.Username = ""
		return nil
	}
	named := other
	other.Username = ""
	_, err = merged(w, profileTable, row, named, other)
	return err
}

func (w *bundleWriter) profileID(p service.Profile) (string, error) {
	if p.ID != "" {
		return store.GivenID("profile", p.ID)
	}
	return w.freeID("profile", profileByID, store.ProfileKey(p))
}

func (w *bundleWriter) updateProfile(in service.Profile, row int64) error {
	stored, err := scanProfile(w.Row(selectProfile+"WHERE profiles.id = ?", row))
	if err != nil {
		return err
	}
	now := service.MergeProfile(stored, in, true)
	if err := w.keepUnique(&now, stored, row); err != nil {
		return err
	}
	changed, err := merged(w, profileTable, row, stored, now)
	if err == nil {
		err = w.sighted(row, stored, in)
	}
	w.note(store.ProfileKey(now))
	w.note(store.ExternalKey(now))
	w.count(func(c *service.Counts) *int { return &c.Profiles }, changed)
	return err
}

// keepUnique leaves a profile the name or external id it had where the new one
// is another profile's.
func (w *bundleWriter) keepUnique(p *service.Profile, stored service.Profile, row int64) error {
	p.Platform = stored.Platform
	another := func(query, key string) (bool, error) {
		found, err := w.lookup(query, string(p.Platform), key)
		return found != 0 && found != row, err
	}
	if name := store.NameKey(p.Username); name != store.NameKey(stored.Username) {
		if taken, err := another(profileByName, name); err != nil {
			return err
		} else if taken {
			p.Username = stored.Username
		}
	}
	if p.ExternalID != stored.ExternalID {
		if taken, err := another(profileByExternal, p.ExternalID); err != nil {
			return err
		} else if taken {
			p.ExternalID = stored.ExternalID
		}
	}
	return nil
}

// reach brings the order of creators up to date for the owners of profiles.
func (w *bundleWriter) reach(profiles []int64) error {
	const largest = "(SELECT coalesce(max(followers), -1) FROM profiles WHERE profiles.creator = creators.id)"
	for _, row := range profiles {
		const moved = "id = (SELECT creator FROM profiles WHERE id = ?) AND reach <> " + largest
		if err := w.before("creators", moved, row); err != nil {
			return err
		}
		_, err := w.Exec("UPDATE creators SET reach = "+largest+" WHERE "+moved, row)
		if err != nil {
			return err
		}
	}
	return nil
}

// profileOf finds the profile that made a post: the one it names, else the
// bundle's or the creator's own on that network.
func (w *bundleWriter) profileOf(p service.Post, b service.Bundle, k known) (int64, error) {
	fallback := int64(0)
	for i, profile := range b.Profiles {
		if p.ProfileID != "" && strings.EqualFold(profile.ID, p.ProfileID) {
			return k.profiles[i], nil
		}
		if fallback == 0 && profile.Platform == p.Platform {
			fallback = k.profiles[i]
		}
	}
	if p.ProfileID != "" {
		if row, err := w.lookup(profileByID, strings.ToLower(p.ProfileID)); err != nil || row != 0 {
			return row, err
		}
	}
	if fallback != 0 {
		return fallback, nil
	}
	return w.lookup(`SELECT id FROM profiles WHERE platform = ? AND creator = coalesce(nullif(?, 0), (SELECT id FROM creators WHERE uuid = ?))
		ORDER BY followers DESC NULLS LAST LIMIT 1`, string(p.Platform), k.creator, strings.ToLower(p.CreatorID))
}
