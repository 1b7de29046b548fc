package local

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// Author is whose posts are asked for: by the id, and by the account.
type Author struct {
	Creator  string
	Platform api.Platform
	Username string
}

// Written is a post or a transcript that is kept, of somebody.
type Written struct {
	Kind     Kind
	Platform api.Platform
	ID       string // on the network: shortcode or video id
	Post     string // UUID; "" where it was not told
	Title    string
	URL      string
	Posted   time.Time // zero where it was not told
	Text     string
}

type authored struct {
	subject string
	id      int64
	answer  int64
	body    []byte
	Written
}

func scanAuthored(s sqlio.Row) (a authored, err error) {
	return a, s.Scan(&a.subject, &a.answer, &a.id, &a.Kind, &a.Platform, &a.ID, &a.Title, &a.URL, &a.body)
}

// askedAll are the answers that are kept of calls which ask what somebody posted: the
// journal knows who that was. Asked are those of some.
const (
	askedAll = `SELECT DISTINCT j.subject AS subject, q.answer AS answer FROM journal j
	JOIN services s ON s.id = j.service JOIN scopes c ON c.service = s.id JOIN questions q ON q.scope = c.id AND q.key = j.question
	WHERE s.name = ? AND j.question <> ''
		AND (j.endpoint = '/v1/posts' OR j.endpoint LIKE '/v1/raw/%/profile/%' OR j.endpoint LIKE '/v1/raw/%/channel-transcripts/%')`
	asked = askedAll + ` AND lower(j.subject) IN (SELECT lower(value) FROM json_each(?))`
)

// selectWritten are the documents of these answers, and what is said in their posts and
// videos.
const selectWritten = `WITH asked AS (` + asked + `),
	own AS (SELECT DISTINCT asked.subject, asked.answer, d.platform, d.platform_id, d.service FROM asked JOIN holds h ON h.answer = asked.answer JOIN documents d ON d.id = h.document)
	SELECT own.subject, own.answer, d.id, d.kind, d.platform, d.platform_id, d.title, d.url, t.body
	FROM own JOIN documents d ON d.service = own.service AND d.kind IN ('post', 'transcript') AND d.platform = own.platform AND d.platform_id = own.platform_id
	JOIN texts t ON t.document = d.id ORDER BY d.id`

// Written returns the kept texts of some creators on one service, by their places: their
// posts, as far as they were asked for by the creator's id, and the speech in these posts.
// It asks nobody and costs nothing. Posts without words are left out.
func (m *Memory) Written(ctx context.Context, service string, of []Author) ([][]Written, error) {
	found := make([][]Written, len(of))
	subjects := subjectsOf(of)
	f, err := m.settled(ctx)
	if err != nil || len(subjects) == 0 {
		return found, err
	}
	rows, err := all(ctx, f.reader, scanAuthored, selectWritten, service, sqlio.List(subjects))
	if err != nil {
		return found, err
	}
	told := map[int64]map[string]dated{}
	for _, r := range rows {
		if _, read := told[r.answer]; !read {
			told[r.answer] = f.dates(ctx, r.answer)
		}
	}
	for i, a := range of {
		seen := map[int64]int{} // the place of a document
		for _, r := range rows {
			if !a.is(r) {
				continue
			}
			at, known := seen[r.id]
			if !known {
				raw, err := unpacked(r.body)
				if err != nil {
					return found, explain("read", f.path, err)
				}
				r.Text = string(raw)
				at, found[i] = len(found[i]), append(found[i], r.Written)
				seen[r.id] = at
			}
			if d, ok := told[r.answer][r.ID]; ok {
				found[i][at].Post, found[i][at].Posted = d.ID, d.PostedAt
			}
		}
		slices.SortStableFunc(found[i], func(a, b Written) int { return b.Posted.Compare(a.Posted) })
	}
	return found, nil
}

// Owner names the author of a text, as far as it was asked for by author, and of a post its
// UUID and when it was made.
type Owner struct {
	Of     string // a creator's id, or an account
	Post   string
	Posted time.Time
}

// selectOwners are the answers that hold texts, or the posts in which they are said.
const selectOwners = `WITH asked AS (` + askedAll + `)
	SELECT DISTINCT asked.subject, asked.answer, d.id, d.kind, d.platform, d.platform_id, '', '', ''
	FROM documents d JOIN documents o ON o.service = d.service AND o.platform = d.platform AND o.platform_id = d.platform_id
	JOIN holds h ON h.document = o.id JOIN asked ON asked.answer = h.answer
	WHERE d.id IN (SELECT value FROM json_each(?))`

// Owners are those of texts that were found; of one that nobody was asked for there is none.
func (m *Memory) Owners(ctx context.Context, service string, hits []Hit) (map[int64]Owner, error) {
	found, ids := map[int64]Owner{}, make([]int64, len(hits))
	for i, h := range hits {
		ids[i] = h.Document
	}
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := all(ctx, f.reader, scanAuthored, selectOwners, service, sqlio.List(ids))
	told := map[int64]map[string]dated{}
	for _, r := range rows {
		if _, read := told[r.answer]; !read {
			told[r.answer] = f.dates(ctx, r.answer)
		}
		o := found[r.id]
		if o.Of == "" || len(r.subject) > len(o.Of) { // an id rather than a name
			o.Of = r.subject
		}
		if d, ok := told[r.answer][r.ID]; ok {
			o.Post, o.Posted = d.ID, d.PostedAt
		}
		found[r.id] = o
	}
	return found, err
}

// is says whether what a document was asked for by names an author. A name is one on
// its network only.
func (a Author) is(r authored) bool {
	return r.subject == a.Creator && a.Creator != "" || r.Platform == a.Platform && a.Username != "" && strings.EqualFold(r.subject, a.Username)
}

// dated is a post's UUID, the time it was made, and its engagement in per cent.
type dated struct {
	ID         string    `json:"id"`
	ProfileID  string    `json:"profile_id"`
	PlatformID string    `json:"platform_id"`
	PostedAt   time.Time `json:"posted_at"`
	Metrics    struct {
		EngagementRate *float64 `json:"engagement_rate"`
	} `json:"metrics"`
}

// dates returns the posts' dates on a page, by their ids on the network; none where the
// answer is no such page, or cannot be read any more.
func (f *file) dates(ctx context.Context, answer int64) map[string]dated {
	packed, err := one(ctx, f.reader, func(r sqlio.Row) (b []byte, err error) { return b, r.Scan(&b) }, `SELECT body FROM answers WHERE id = ?`, answer)
	if err != nil {
		return nil
	}
	found := map[string]dated{}
	for _, d := range pageOf(packed) {
		found[d.PlatformID] = d
	}
	return found
}

// pageOf are the posts of a kept answer; none where it is no page of posts.
func pageOf(packed []byte) []dated {
	var page struct{ Data []dated }
	body, err := unpacked(packed)
	if err != nil || json.Unmarshal(body, &page) != nil {
		return nil
	}
	return page.Data
}

// Posted is a post that is kept, with or without words. InOrder says that its page lists
// posts by their date, the newest first, so that none is missing between them.
type Posted struct {
	Profile    string // id
	At         time.Time
	Engagement *float64 // per cent
	InOrder    bool
	Kept       time.Time
}

type pageAsked struct {
	subject  string
	platform api.Platform
	at       time.Time
	body     []byte
}

func scanPage(s sqlio.Row) (p pageAsked, err error) {
	return p, s.Scan(&p.subject, &p.platform, sqlio.Time(&p.at), &p.body)
}

// selectPages are the answers with their bodies; the network is that of what they hold.
const selectPages = `WITH asked AS (` + asked + `) SELECT asked.subject,
	coalesce((SELECT d.platform FROM holds h JOIN documents d ON d.id = h.document WHERE h.answer = asked.answer LIMIT 1), ''), a.at, a.body
	FROM asked JOIN answers a ON a.id = asked.answer ORDER BY a.at DESC, a.id`

// Posts are the posts of some creators on pages that are kept, by their places. Of one that
// stands on several pages the newest counts. It asks nobody and costs nothing.
func (m *Memory) Posts(ctx context.Context, service string, of []Author) ([][]Posted, error) {
	found := make([][]Posted, len(of))
	f, err := m.settled(ctx)
	subjects := subjectsOf(of)
	if err != nil || len(subjects) == 0 {
		return found, err
	}
	pages, err := all(ctx, f.reader, scanPage, selectPages, service, sqlio.List(subjects))
	if err != nil {
		return found, err
	}
	for i, a := range of {
		seen := map[string]int{}
		for _, p := range pages {
			if !a.is(authored{subject: p.subject, Written: Written{Platform: p.platform}}) {
				continue
			}
			posts := pageOf(p.body)
			ordered := slices.IsSortedFunc(posts, func(a, b dated) int { return b.PostedAt.Compare(a.PostedAt) })
			for _, d := range posts {
				if d.PostedAt.IsZero() {
					continue
				}
				if at, known := seen[d.PlatformID]; known {
					found[i][at].InOrder = found[i][at].InOrder || ordered
					continue
				}
				seen[d.PlatformID] = len(found[i])
				found[i] = append(found[i], Posted{d.ProfileID, d.PostedAt, d.Metrics.EngagementRate, ordered, p.at})
			}
		}
	}
	return found, nil
}

// subjectsOf are the names by which somebody's posts may have been asked for.
func subjectsOf(of []Author) (subjects []string) {
	for _, a := range of {
		for _, name := range []string{a.Creator, a.Username} {
			if name != "" {
				subjects = append(subjects, name)
			}
		}
	}
	return subjects
}
