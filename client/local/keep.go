package local

import (
	"bytes"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/sqlio"
)

// keeping is an answer, ready to be written: whatever takes time is done.
type keeping struct {
	keys     []string
	lasting  []string // of them
	charged  api.Credits
	personal bool
	at       time.Time
	body     []byte
	found    findings
}

func prepare(e client.Exchange, a *client.Answer, now time.Time) *keeping {
	k := &keeping{keys: append([]string{a.Key}, a.Also...), lasting: a.Lasting, charged: a.Charged, personal: a.Personal, at: a.At}
	if k.at.IsZero() {
		k.at = now
	}
	if !a.Personal {
		k.found = extract(e, a.Value, k.at)
	}
	k.body = packed(a.Body)
	return k
}

// keep writes the answer in the place of those that answered the same questions
// before.
func (k *keeping) keep(t *tx, where ids) error {
	t.grew = true
	session, err := k.session(t, where)
	if err != nil {
		return err
	}
	p := k.found.page
	id, _, err := t.Insert("id", `INSERT INTO answers (scope, charged, personal, at, used, size, session, first, items, last, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		k.scope(where), int64(k.charged), k.personal, k.at.UnixMicro(), k.at.UnixMicro(), len(k.body), session, p.first, p.items, p.last, k.body)
	if err != nil {
		return err
	}
	before, err := k.question(t, where, id)
	if err != nil {
		return err
	}
	for _, old := range before {
		if err := replace(t, old, id); err != nil {
			return err
		}
	}
	for _, d := range k.found.documents {
		if err := d.keep(t, where.service, id); err != nil {
			return err
		}
	}
	for _, n := range k.found.snapshots {
		if err := n.keep(t, where.service); err != nil {
			return err
		}
	}
	return nil
}

// scope returns the scope of the answer: the lasting one if one of its questions is
// lasting, so that it is not dropped with an edition.
func (k *keeping) scope(where ids) int64 {
	if len(k.lasting) > 0 {
		return where.lasting
	}
	return where.scope
}

// question points the keys to the answer and returns the answers that have none
// any more.
func (k *keeping) question(t *tx, where ids, id int64) ([]int64, error) {
	var before []int64
	for _, key := range k.keys {
		scope := where.scope
		if slices.Contains(k.lasting, key) {
			scope = where.lasting
		}
		var old int64
		found, err := t.find([]any{&old}, `SELECT answer FROM questions WHERE scope = ? AND key = ?`, scope, key)
		if err != nil {
			return nil, err
		}
		err = t.Do(`INSERT INTO questions (scope, key, answer) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET answer = excluded.answer`, scope, key, id)
		if err != nil {
			return nil, err
		}
		if found && old != id && !slices.Contains(before, old) {
			before = append(before, old)
		}
	}
	return slices.DeleteFunc(before, func(old int64) bool {
		var n int64
		still, err := t.find([]any{&n}, `SELECT 1 FROM questions WHERE answer = ? LIMIT 1`, old)
		return still || err != nil
	}), nil
}

// replace drops an answer that a newer one stands for. What was read in it can
// still be found.
func replace(t *tx, old, by int64) error {
	if err := t.Do(`UPDATE OR IGNORE holds SET answer = ? WHERE answer = ?`, by, old); err != nil {
		return err
	}
	return drop(t, old)
}

// session is the search session that the answer is a page of; nil for none. Only
// what lasts is: a session that is listed can be read.
func (k *keeping) session(t *tx, where ids) (any, error) {
	p := k.found.page
	if p.search == "" || len(k.lasting) == 0 {
		return nil, nil
	}
	err := t.Do(`INSERT INTO sessions (service, search_id, query, total, filtered, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET query = CASE excluded.query WHEN '' THEN query ELSE excluded.query END, total = excluded.total,
			filtered = excluded.filtered, at = min(at, excluded.at)`,
		where.service, p.search, p.query, p.total, p.filtered, k.at.UnixMicro())
	if err != nil {
		return nil, err
	}
	var id int64
	_, err = t.find([]any{&id}, `SELECT id FROM sessions WHERE service = ? AND search_id = ?`, where.service, p.search)
	return id, err
}

// keep writes what can be found by its words. A text that did not change is not
// written again.
func (d document) keep(t *tx, service, answer int64) error {
	var id int64
	var was []byte
	known, err := t.find([]any{&id, &was}, `SELECT d.id, t.digest FROM documents d JOIN texts t ON t.document = d.id
		WHERE d.service = ? AND d.kind = ? AND d.platform = ? AND d.platform_id = ? AND d.language = ?`,
		service, string(d.kind), string(d.platform), d.platformID, d.language)
	if err == nil && !known {
		id, _, err = t.Insert("id", `INSERT INTO documents (service, kind, platform, platform_id, language, title, url, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			service, string(d.kind), string(d.platform), d.platformID, d.language, d.title, d.url, d.at.UnixMicro())
	}
	if err == nil {
		err = t.Do(`INSERT INTO holds (document, answer) VALUES (?, ?) ON CONFLICT DO NOTHING`, id, answer)
	}
	if err != nil || known && (d.weak || bytes.Equal(was, d.digest)) {
		return err
	}
	if known {
		err = d.rename(t, id)
	}
	if err == nil {
		err = t.Do(`INSERT OR REPLACE INTO texts (document, digest, body, starts) VALUES (?, ?, ?, ?)`, id, d.digest, d.body, d.starts)
	}
	if err == nil {
		err = t.Do(`INSERT INTO words (rowid, title, body, facets) VALUES (?, ?, ?, ?)`, id, d.title, d.text, d.facets(service))
	}
	return err
}

// rename makes room for another text of a known document.
func (d document) rename(t *tx, id int64) error {
	err := t.Do(`UPDATE documents SET title = ?, url = ?, at = ? WHERE id = ?`, d.title, d.url, d.at.UnixMicro(), id)
	if err != nil {
		return err
	}
	return t.Do(`DELETE FROM words WHERE rowid = ?`, id)
}

// keep writes numbers down where they differ from those known at that moment.
func (n snapshot) keep(t *tx, service int64) error {
	var followers, following, posts *int64
	var engagement *float64
	_, err := t.find([]any{&followers, &following, &posts, &engagement},
		"SELECT "+latest("followers")+", "+latest("following")+", "+latest("posts")+", "+latest("engagement"),
		service, string(n.platform), n.username, n.at.UnixMicro())
	if err != nil || !(news(n.followers, followers) || news(n.following, following) || news(n.posts, posts) || news(n.engagement, engagement)) {
		return err
	}
	return t.Do(`INSERT INTO snapshots (service, platform, username, at, followers, following, posts, engagement) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET followers = coalesce(excluded.followers, followers), following = coalesce(excluded.following, following),
			posts = coalesce(excluded.posts, posts), engagement = coalesce(excluded.engagement, engagement)`,
		service, string(n.platform), n.username, n.at.UnixMicro(), sqlio.Bound(n.followers), sqlio.Bound(n.following), sqlio.Bound(n.posts), sqlio.Bound(n.engagement))
}

// latest is a number as it was last told.
func latest(column string) string {
	return "(SELECT " + column + " FROM snapshots WHERE service = ?1 AND platform = ?2 AND username = ?3 AND at <= ?4 AND " + column + " IS NOT NULL ORDER BY at DESC LIMIT 1)"
}

// news says whether a number was told that is not the one known.
func news[T comparable](told, known *T) bool {
	return told != nil && (known == nil || *told != *known)
}
