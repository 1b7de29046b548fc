package tables

import (
	"errors"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/store"
)

var (
	insertPost       = postTable.insertion("uuid", "profile")
	insertTranscript = transcriptTable.inserting("creator")
)

// post writes a post anew, or over the one of its network and id. It belongs
// to a profile for good.
func (w *bundleWriter) post(p service.Post, b service.Bundle, k known) error {
	if p.PlatformID == "" {
		return fmt.Errorf("a post of %s has no id of its network", p.Platform)
	}
	profile, err := w.profileOf(p, b, k)
	if err != nil {
		return err
	}
	if profile != 0 {
		id, err := postID(p)
		if err != nil {
			return err
		}
		row, ok, err := w.insert(insertPost, postTable.values(&p, id, profile))
		if err != nil {
			return err
		}
		if ok {
			w.written.New.Posts++
			w.touch("posts", row)
			return nil
		}
	}
	return w.updatePost(p)
}

func postID(p service.Post) (string, error) {
	if p.ID != "" {
		return store.GivenID("post", p.ID)
	}
	return store.NaturalID("post", string(p.Platform)+":"+p.PlatformID), nil
}

func (w *bundleWriter) updatePost(in service.Post) error {
	row, err := w.lookup("SELECT id FROM posts WHERE platform = ? AND platform_id = ?", string(in.Platform), in.PlatformID)
	if err != nil {
		return err
	}
	if row == 0 {
		return fmt.Errorf("post %s of %s: its profile is not known, or its id is another post's", in.PlatformID, in.Platform)
	}
	stored, err := scanPost(w.Row(selectPost+"WHERE posts.id = ?", row))
	if err != nil {
		return err
	}
	changed, err := merged(w, postTable, row, stored, service.MergePost(stored, in, true))
	w.count(func(c *service.Counts) *int { return &c.Posts }, changed)
	return err
}

// transcript writes a track anew, or over the one of its medium, language and
// source.
func (w *bundleWriter) transcript(t service.Transcript, k known) error {
	if t.MediaID == "" {
		return errors.New("a transcript names no post or video")
	}
	t = whole(t)
	creator, err := w.speaker(t, k)
	if err != nil {
		return err
	}
	if err := w.flush(); err != nil {
		return err
	}
	row, ok, err := w.Insert("id", insertTranscript, transcriptTable.values(&t, creator)...)
	if err != nil {
		return err
	}
	if ok {
		w.written.New.Transcripts++
		w.touch("transcripts", row)
		return nil
	}
	return w.updateTranscript(t, creator)
}

// speaker is the row of a transcript's creator: the bundle's, else the one it
// names, NULL where neither is there.
func (w *bundleWriter) speaker(t service.Transcript, k known) (any, error) {
	if k.creator != 0 {
		return k.creator, nil
	}
	if t.CreatorID == "" {
		return nil, nil
	}
	row, err := w.lookup(creatorByID, strings.ToLower(t.CreatorID))
	if row == 0 {
		return nil, err
	}
	return row, nil
}

func (w *bundleWriter) updateTranscript(in service.Transcript, creator any) error {
	const mine = "transcripts.platform = ? AND transcripts.media_id = ? AND transcripts.language = ? AND transcripts.source = ?"
	key := []any{string(in.Platform), in.MediaID, in.Language, string(in.Source)}
	row, err := w.lookup("SELECT id FROM transcripts WHERE "+mine, key...)
	if err != nil {
		return err
	}
	stored, err := scanTranscript(w.Row(selectTranscript+"WHERE transcripts.id = ?", row))
	if err != nil {
		return err
	}
	changed, err := merged(w, transcriptTable, row, stored, service.MergeTranscript(stored, in, true))
	if err != nil {
		return err
	}
	if stored.CreatorID == "" && creator != nil {
		if err := w.before("transcripts", "id = ?", row); err != nil {
			return err
		}
		_, err = w.Exec("UPDATE transcripts SET creator = ? WHERE id = ?", creator, row)
		changed = true
		w.touch("transcripts", row)
	}
	w.count(func(c *service.Counts) *int { return &c.Transcripts }, changed)
	return err
}

// whole fills the text of a transcript that came as segments only.
func whole(t service.Transcript) service.Transcript {
	if t.Text == "" && len(t.Segments) > 0 {
		t.Text = strings.Join(each.Of(t.Segments, func(s api.Segment) string { return s.Text }), " ")
	}
	return t
}
