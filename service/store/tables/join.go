package tables

import (
	"context"
	"errors"
	"time"

	"greenroom/service"
	"greenroom/service/store"
)

// Join makes two creators one, by an account of each. What the first says stands, and
// the other fills its gaps. Their accounts stay as they are. The run can be undone as an
// import can.
func (s *Store) Join(ctx context.Context, a, b service.Profile, at time.Time) (run int64, err error) {
	if a.CreatorID == b.CreatorID {
		return 0, service.UndoRefused("both accounts are of one creator already")
	}
	return s.regroup(ctx, "join", store.ProfileKey(a)+" and "+store.ProfileKey(b), at, func(w *bundleWriter) []string {
		w.join(w.lookup(creatorByID, a.CreatorID), w.lookup(creatorByID, b.CreatorID), a.CreatorID)
		return []string{a.CreatorID, b.CreatorID}
	})
}

// join writes both creators into the row with the higher number: the number of the one
// that goes is not given again, so that an undo finds it free.
func (w *bundleWriter) join(first, other int64, uuid string) {
	read := func(row int64) service.Creator { return recordAt(w, scanCreator, selectCreator+"WHERE id = ?", row) }
	joined := service.MergeCreator(read(first), read(other), false)
	kept, gone := max(first, other), min(first, other)
	w.before("profiles", "creator = ?", gone)
	w.before("transcripts", "creator = ?", gone)
	w.before("creators", "id IN (?, ?)", kept, gone)
	w.Do("UPDATE profiles SET creator = ? WHERE creator = ?", kept, gone)
	w.Do("UPDATE transcripts SET creator = ? WHERE creator = ?", kept, gone)
	w.Do("DELETE FROM creators WHERE id = ?", gone)
	w.Do(creatorTable.updating(), append(creatorTable.values(&joined), kept)...)
	w.Do("UPDATE creators SET uuid = ? WHERE id = ?", uuid, kept)
	w.reachOf(kept)
}

// Part gives an account a creator of its own. The run can be undone as an import can.
func (s *Store) Part(ctx context.Context, p service.Profile, at time.Time) (run int64, err error) {
	of, err := s.Profiles(ctx, p.CreatorID)
	if err != nil {
		return 0, err
	}
	if len(of[p.CreatorID]) < 2 {
		return 0, service.UndoRefused("it is the only account of its creator")
	}
	const said = "creator = ?1 AND (platform, media_id) IN (SELECT platform, platform_id FROM posts WHERE profile = ?2)"
	return s.regroup(ctx, "part", store.ProfileKey(p), at, func(w *bundleWriter) []string {
		row, old := w.lookup(profileByID, p.ID), w.lookup(creatorByID, p.CreatorID)
		b := service.Bundle{Creator: service.Creator{UpdatedAt: p.UpdatedAt}, Profiles: []service.Profile{p}}
		uuid := w.freeID("creator", creatorByID, store.CreatorKey(b))
		made, _ := w.insert(insertCreator, "creator "+uuid, creatorTable.values(named(b), uuid, int64(-1)))
		w.before("profiles", "id = ?", row)
		w.Do("UPDATE profiles SET creator = ? WHERE id = ?", made, row)
		w.before("transcripts", said, old, row)
		w.Do("UPDATE transcripts SET creator = ?3 WHERE "+said, old, row, made)
		w.reachOf(old)
		w.reachOf(made)
		return []string{p.CreatorID, uuid}
	})
}

func (w *bundleWriter) reachOf(creator int64) {
	w.before("creators", "id = ?", creator)
	w.Do("UPDATE creators SET reach = (SELECT coalesce(max(followers), -1) FROM profiles WHERE profiles.creator = creators.id) WHERE id = ?", creator)
}

// regroup notes what is done to creators as a run of its own, that an undo takes back.
func (s *Store) regroup(ctx context.Context, kind, what string, at time.Time, do func(*bundleWriter) []string) (run int64, err error) {
	if run, err = s.BeginRun(ctx, at); err != nil {
		return 0, err
	}
	err = s.bundling(ctx, func(w *bundleWriter) { w.noteTaken(do(w)) })
	ended := s.EndRun(ctx, service.ImportRun{ID: run, EndedAt: at, Files: []service.ImportedFile{{Path: what, Kind: kind}}, Merges: []service.ImportMerge{}})
	return run, wrap(kind+" accounts", errors.Join(err, ended))
}

// bringBack makes creators again that a run took away, before their accounts come back
// to them. Another has the id of one of them until it has its own again.
func (u *undoing) bringBack() {
	const gone = "FROM import_before WHERE run = ? AND tbl = 'creators' AND row NOT IN (SELECT id FROM creators)"
	if u.Int("SELECT count(*) "+gone, u.run) == 0 {
		return
	}
	u.Do("UPDATE creators SET uuid = 'of ' || id WHERE id IN (SELECT row FROM import_before WHERE run = ? AND tbl = 'creators')", u.run)
	columns, values := "", ""
	for _, name := range columnsOf("creators") {
		columns, values = columns+", "+name, values+", "+u.dialect.FromImage("image", "creators", name)
	}
	u.came.Restored += u.Exec("INSERT INTO creators (id"+columns+") SELECT row"+values+" "+gone, u.run)
}
