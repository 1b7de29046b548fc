package rules

import (
	"context"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/analysis"
	"greenroom/service/rules/shape"
)

// body holds the texts of a creator or a profile, newest first, for judging it.
type body struct {
	posts []service.Post
	said  map[string]service.Said // by the id of the post
	more  bool                    // there are older posts
}

// reach limits how far back a body is read: posts, and bytes of text.
type reach struct{ posts, size int }

// bodyOf reads the newest posts that q names, and what is said in them.
func (s *Service) bodyOf(ctx context.Context, q service.PostQuery, most reach) (body, error) {
	q.Sort, q.Limit = api.SortRecent, most.posts+1
	if len(s.platforms) < len(api.Platforms()) {
		q.Platforms = s.platforms
	}
	posts, err := s.store.Posts(ctx, q)
	if err != nil {
		return body{}, err
	}
	b := body{posts: posts[:min(most.posts, len(posts))], more: len(posts) > most.posts}
	b.said, err = s.saidIn(ctx, b.posts)
	return b.cut(most.size), err
}

func (s *Service) saidIn(ctx context.Context, posts []service.Post) (map[string]service.Said, error) {
	if len(posts) == 0 {
		return nil, nil
	}
	return s.store.Spoken(ctx, each.Of(posts, func(p service.Post) string { return p.ID }))
}

// scan is the body as it is judged. Languages are the creator's.
func (b body) scan(of service.Creator) analysis.Scan {
	out := analysis.Scan{Creator: of.ID, More: b.more}
	for _, p := range b.posts {
		texts := textsOf(p, b.said[p.ID], of.Languages)
		if len(texts) == 0 {
			out.Silent++
		}
		out.Texts = append(out.Texts, texts...)
	}
	return out
}

// cut leaves posts out, the oldest first, until no more than size bytes are
// left to be read.
func (b body) cut(size int) body {
	for i, p := range b.posts {
		if size -= len(p.Caption) + len(b.said[p.ID].Text); size < 0 && i > 0 {
			b.posts, b.more = b.posts[:i], true
			break
		}
	}
	return b
}

// textsOf returns the texts of a post: written and spoken.
func textsOf(p service.Post, said service.Said, languages []string) (out []analysis.Text) {
	if words := wordsOf(p); words != "" {
		out = append(out, analysis.Text{Words: words, Languages: languages, Source: analysis.FromCaption, PostID: p.ID})
	}
	if strings.TrimSpace(said.Text) != "" {
		out = append(out, analysis.Text{Words: said.Text, Languages: spokenIn(said, languages), Source: analysis.FromSpeech, PostID: p.ID, Machine: said.Machine})
	}
	return out
}

func spokenIn(said service.Said, languages []string) []string {
	if said.Language == "" {
		return languages
	}
	return []string{said.Language}
}

// words is the caption; of a post without one, its hashtags, a line each: what
// is quoted of them is one of them.
func wordsOf(p service.Post) string {
	if strings.TrimSpace(p.Caption) != "" || len(p.Hashtags) == 0 {
		return strings.TrimSpace(p.Caption)
	}
	return "#" + strings.Join(p.Hashtags, "\n#")
}

// bioTexts returns creators' own words on themselves, each text once.
func bioTexts(languages []string, bios ...string) (out []analysis.Text) {
	for _, bio := range shape.Union(bios, nil) {
		if strings.TrimSpace(bio) != "" {
			out = append(out, analysis.Text{Words: bio, Languages: languages, Source: analysis.FromBio})
		}
	}
	return out
}

func biosOf(c service.Creator, profiles []service.Profile) []analysis.Text {
	return bioTexts(c.Languages, biosList(c, profiles)...)
}

func biosList(c service.Creator, profiles []service.Profile) []string {
	bios := []string{c.Bio}
	for _, p := range profiles {
		bios = append(bios, p.Bio)
	}
	return bios
}
