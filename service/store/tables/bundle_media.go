package tables

import (
	"errors"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/store"
)

var (
	insertPost       = postTable.insertion("uuid", "profile")
	insertTranscript = transcriptTable.insertion("creator")
)

// post writes a post anew, or over the one of its network and id. It belongs
// to a profile for good.
func (w *bundleWriter) post(p service.Post, b service.Bundle, k known) {
	if p.PlatformID == "" {
		w.fails(fmt.Errorf("a post of %s has no id of its network", p.Platform))
	}
	if profile := w.profileOf(p, b, k); profile != 0 {
		id := store.NaturalID("post", string(p.Platform)+":"+p.PlatformID)
		if p.ID != "" {
			id = w.given(store.GivenID("post", p.ID))
		}
		if row, ok := w.insert(insertPost, "", postTable.values(&p, id, profile)); ok {
			w.written.New.Posts++
			w.touch("posts", row)
			return
		}
	}
	row := w.lookup("SELECT id FROM posts WHERE platform = ? AND platform_id = ?", string(p.Platform), p.PlatformID)
	if row == 0 {
		w.fails(fmt.Errorf("post %s of %s: its profile is not known, or its id is another post's", p.PlatformID, p.Platform))
	}
	was := recordAt(w, scanPost, selectPost+"WHERE posts.id = ?", row)
	w.count(func(c *service.Counts) *int { return &c.Posts }, merged(w, postTable, row, was, service.MergePost(was, p, true)))
}

// transcript writes a track anew, or over the one of its medium, language and
// source.
func (w *bundleWriter) transcript(t service.Transcript, k known) {
	if t.MediaID == "" {
		w.fails(errors.New("a transcript names no post or video"))
	}
	t = whole(t)
	creator := w.speaker(t, k)
	if row, ok := w.insert(insertTranscript, "", transcriptTable.values(&t, creator)); ok {
		w.written.New.Transcripts++
		w.touch("transcripts", row)
		return
	}
	w.updateTranscript(t, creator)
}

// speaker is the row of a transcript's creator: the bundle's, else the one it
// names, NULL where neither is there.
func (w *bundleWriter) speaker(t service.Transcript, k known) any {
	if k.creator == 0 && t.CreatorID != "" {
		k.creator = w.lookup(creatorByID, strings.ToLower(t.CreatorID))
	}
	return sqlio.OrNull(k.creator)
}

func (w *bundleWriter) updateTranscript(in service.Transcript, creator any) {
	row := w.lookup("SELECT id FROM transcripts WHERE transcripts.platform = ? AND transcripts.media_id = ? AND transcripts.language = ? AND transcripts.source = ?",
		string(in.Platform), in.MediaID, in.Language, string(in.Source))
	was := recordAt(w, scanTranscript, selectTranscript+"WHERE transcripts.id = ?", row)
	changed := merged(w, transcriptTable, row, was, service.MergeTranscript(was, in, true))
	if was.CreatorID == "" && creator != nil {
		w.before("transcripts", "id = ?", row)
		w.Do("UPDATE transcripts SET creator = ? WHERE id = ?", creator, row)
		changed = true
		w.touch("transcripts", row)
	}
	w.count(func(c *service.Counts) *int { return &c.Transcripts }, changed)
}

// whole fills the text of a transcript that came as segments only.
func whole(t service.Transcript) service.Transcript {
	if t.Text == "" && len(t.Segments) > 0 {
		t.Text = strings.Join(each.Of(t.Segments, func(s api.Segment) string { return s.Text }), " ")
	}
	return t
}
