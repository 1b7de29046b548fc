package tables

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/store"
)

// forgetting drops what is told of somebody.
type forgetting struct {
	doing
	live.Drop
	creators []string // ids of the stored creators who have what is dropped
	dropped  live.Dropped
}

// DropLive drops what is told of somebody: answers by key, the transcripts of their posts and
// videos, what models said of the creators who have these, or a profile of one of the names,
// and the creator who goes whole. It notes whose texts changed.
func (s *Store) DropLive(ctx context.Context, of live.Drop) (n live.Dropped, err error) {
	kind, given := Records, []rewriting(nil)
	if of.Creator != "" {
		kind = Catalogue
		if given, err = s.givenAway(ctx, of); err != nil {
			return n, err
		}
	}
	err = s.do(ctx, kind, func(t *Tx) error {
		f := forgetting{doing: doing{Tx: t}, Drop: of}
		f.whose()
		f.dropLive()
		f.dropCreator()
		for _, r := range given {
			f.Do(r.statement, r.args...)
		}
		n = f.dropped
		n.Given = int64(len(given))
		return f.err
	})
	return n, wrap("forget", err)
}

// Renew writes the files of an engine anew that leaves in them what was deleted.
func (s *Store) Renew(ctx context.Context) error {
	if s.WriteAnew == nil {
		return nil
	}
	return s.WriteAnew(ctx)
}

func (f *forgetting) whose() {
	media, lower := sqlio.List(f.Media), sqlio.List(each.Of(f.Names, store.NameKey))
	f.creators = f.texts(`WITH whose (creator) AS (
			SELECT profiles.creator FROM posts JOIN profiles ON profiles.id = posts.profile WHERE posts.platform_id IN (SELECT value FROM json_each(?))
			UNION SELECT creator FROM transcripts WHERE media_id IN (SELECT value FROM json_each(?))
			UNION SELECT creator FROM profiles WHERE username_key IN (SELECT value FROM json_each(?)) OR external_id IN (SELECT value FROM json_each(?)))
		SELECT uuid FROM creators WHERE id IN (SELECT creator FROM whose) OR uuid IN (SELECT value FROM json_each(?))`, media, media, lower, sqlio.List(f.Names), sqlio.List(append(each.Of(f.Names, store.NameKey), f.Creator)))
}

func (f *forgetting) dropLive() {
	f.Do("DELETE FROM live_answers WHERE key IN (SELECT value FROM json_each(?))", sqlio.List(f.Keys))
	f.dropped.Transcripts = f.Exec("DELETE FROM transcripts WHERE media_id IN (SELECT value FROM json_each(?))", sqlio.List(f.Media))
	f.dropped.Judged = f.dropJudged(f.creators)
	if f.dropped.Transcripts > 0 {
		f.noted(f.creators)
	}
}

// dropCreator takes a creator away, with all that imports have kept of the rows.
func (f *forgetting) dropCreator() {
	if f.Creator == "" {
		return
	}
	creator := f.Int("SELECT id FROM creators WHERE uuid = ?", f.Creator)
	f.err = missing(f.err)
	joined := f.joined(creator)
	theirs := fmt.Sprintf("SELECT id FROM profiles WHERE creator = %d", creator)
	const said = "'" + live.Said + "' || platform || ' ' "
	f.Do("DELETE FROM live_answers WHERE key IN (SELECT " + said + "|| platform_id FROM posts WHERE profile IN (" + theirs + ") UNION SELECT " + said +
		fmt.Sprintf("|| media_id FROM transcripts WHERE creator = %d)", creator))
	f.Do("DELETE FROM profile_history WHERE profile IN (" + theirs + ")")
	f.Do("DELETE FROM import_before WHERE tbl = 'profile_history' AND row IN (" + theirs + ")")
	f.dropRows("transcripts", fmt.Sprintf("creator = %d", creator), &f.dropped.Transcripts)
	f.dropRows("posts", "profile IN ("+theirs+")", &f.dropped.Posts)
	f.dropRows("profiles", fmt.Sprintf("creator = %d", creator), &f.dropped.Profiles)
	f.dropRows("creators", fmt.Sprintf("id = %d", creator), new(int64))
	f.dropJoined(append(joined, creator))
	f.dropMerges()
	// A row that was passed over may rest on what is gone now.
	f.Do("DELETE FROM import_marks")
	f.noted(nil) // so that no index has words of theirs
}

// dropRows deletes rows of a table, their images, and their numbers out of what imports have
// made: another row may be given one of them.
func (f *forgetting) dropRows(table, where string, n *int64) {
	rows := f.Ints("SELECT id FROM " + table + " WHERE " + where + " ORDER BY id")
	*n += int64(len(rows))
	f.Do("DELETE FROM " + table + " WHERE " + where)
	f.dropImages(table, rows)
}

// dropImages has imports know nothing of rows that are gone.
func (f *forgetting) dropImages(table string, rows []int64) {
	f.Do("DELETE FROM import_before WHERE tbl = ? AND row IN (SELECT value + 0 FROM json_each(?))", table, sqlio.List(rows))
	for len(rows) > 0 {
		together := 1
		for together < len(rows) && rows[together] == rows[0]+int64(together) {
			together++
		}
		first, last := rows[0], rows[together-1]
		rows = rows[together:]
		f.Do("INSERT INTO import_created SELECT run, tbl, CAST(? AS INTEGER), last FROM import_created WHERE tbl = ? AND first <= ? AND last > ?", last+1, table, last, last)
		f.Do("UPDATE import_created SET last = ? WHERE tbl = ? AND first < ? AND last >= ?", first-1, table, first, first)
		f.Do("DELETE FROM import_created WHERE tbl = ? AND first BETWEEN ? AND ?", table, first, last)
	}
}

// joined are the numbers of those who went into a creator: nothing but images has them still.
func (f *forgetting) joined(creator int64) []int64 {
	of := func(table string) string {
		return fmt.Sprintf("SELECT %s FROM import_before WHERE tbl = '%[2]s' AND row IN (SELECT id FROM %[2]s WHERE creator = %d)", f.dialect.FromImage("image", table, "creator"), table, creator)
	}
	return f.Ints(of("profiles") + " UNION " + of("transcripts") + " EXCEPT SELECT id FROM creators ORDER BY 1")
}

// dropJoined has imports know nothing of creators who are gone, nor that what another
// has now was theirs: an undo leaves it where it is.
func (f *forgetting) dropJoined(rows []int64) {
	f.dropImages("creators", rows)
	for _, table := range []string{"profiles", "transcripts"} {
		f.Do("DELETE FROM import_before WHERE tbl = '"+table+"' AND CASE WHEN tbl = '"+table+"' THEN "+f.dialect.FromImage("image", table, "creator")+
			" END IN (SELECT value + 0 FROM json_each(?))", sqlio.List(rows))
	}
}

// dropMerges leaves them out of what is told of imports.
func (f *forgetting) dropMerges() {
	named := func(name string) bool {
		return name != "" && (slices.Contains(f.IDs, name) || slices.ContainsFunc(f.Accounts, func(of live.Account) bool { return strings.EqualFold(name, of.Name) }))
	}
	for _, r := range rowsOf(&f.doing, scanRun, selectRuns) {
		files, merges := slices.Clone(r.Files), slices.DeleteFunc(slices.Clone(r.Merges), func(m service.ImportMerge) bool { return named(m.Username) || named(m.Name) || named(m.Apart) })
		for i, file := range files {
			if (file.Kind == "join" || file.Kind == "part") && slices.ContainsFunc(strings.FieldsFunc(file.Path, func(c rune) bool { return c == ' ' || c == '@' || c == '#' }), named) {
				files[i].Path = "forgotten"
			}
		}
		if len(merges) < len(r.Merges) || !slices.Equal(files, r.Files) {
			f.Do("UPDATE import_runs SET files = ?, merges = ? WHERE id = ?", sqlio.List(files), sqlio.List(merges), r.ID)
		}
	}
}

// rewriting is a statement that takes somebody out of what was answered.
type rewriting struct {
	statement string
	args      []any
}

// givenAway are the results of searches and the answers kept to be given again that name
// somebody. A repeat of what was asked for such an answer is told so, and is not charged.
func (s *Store) givenAway(ctx context.Context, of live.Drop) (all []rewriting, err error) {
	names := live.Naming(of.Person)
	err = sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
		var session, n int64
		var kept []byte
		err := r.Scan(&session, &n, &kept)
		if err == nil {
			kept, err = unsqueezed(kept)
		}
		if err != nil || !names(kept) {
			return err
		}
		var results []api.SearchResult
		err = json.Unmarshal(kept, &results)
		for i, found := range results {
			if one, _ := json.Marshal(found); names(one) { // also as who they were before creators were joined
				results[i] = api.SearchResult{Creator: api.CreatorBasic{ID: of.Creator, Name: "forgotten"}, Match: api.Match{Score: found.Match.Score, Reasons: []string{}, Evidence: []api.Evidence{}}}
			}
		}
		raw, _ := json.Marshal(results) // it was read from JSON
		all = append(all, rewriting{"UPDATE session_blocks SET results = ? WHERE session = ? AND n = ?", []any{squeezed(raw), session, n}})
		return err
	}, "SELECT session, n, results FROM session_blocks")
	gone, _ := json.Marshal(map[string]any{"error": api.ErrorBody{Code: api.CodeNotFound, StatusCode: http.StatusGone,
		Message: "This request was answered and paid, and somebody in the answer was forgotten since. Ask anew with a new key."}})
	for _, kind := range []struct {
		read, write string
		args        []any
	}{
		{"SELECT request_id, body FROM replays", "UPDATE replays SET status = ?, body = ? WHERE request_id = ?", []any{http.StatusGone, deflated(gone)}},
		{"SELECT id, body FROM payments WHERE body IS NOT NULL AND state = 'settled'", "UPDATE payments SET status = NULL, body = NULL WHERE id = ?", nil},
	} {
		if err != nil {
			break
		}
		err = sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
			var id string
			var body []byte
			err := r.Scan(&id, &body)
			if err == nil {
				body, err = inflated(body)
			}
			if err == nil && names(body) {
				all = append(all, rewriting{kind.write, append(slices.Clone(kind.args), id)})
			}
			return err
		}, kind.read)
	}
	return all, err
}
