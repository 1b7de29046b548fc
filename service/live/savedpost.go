package live

import (
	"strings"

	"greenroom/api"
	"greenroom/service"
)

// postFile is a post as a file tells it, with what only files tell.
type postFile struct {
	api.LivePost
	Likes      *int64   `json:"like_count"`
	Seconds    *float64 `json:"seconds"`
	Kind       string   `json:"kind"`
	Items      int      `json:"items"` // of the carousel that this file has one item of
	Item       int      `json:"item"`
	PlaceID    string   `json:"place_id"`
	Place      string   `json:"place"`
	CanReshare *bool    `json:"viewer_can_reshare"`
	NoComments *bool    `json:"comments_disabled"`
	Hidden     *bool    `json:"like_and_view_counts_disabled"`
}

func (s *shape) post(doc map[string]any) (*postFile, error) {
	var p postFile
	if err := s.read(doc, &p); err != nil {
		return nil, err
	}
	p.LikeCount, p.IsVideo, p.PostType = service.Or(p.Likes, 0), p.IsVideo || p.VideoURL != "", api.PostImage
	if p.Items > 1 {
		p.CarouselItems = []api.LiveCarouselItem{{DisplayURL: p.DisplayURL, IsVideo: p.IsVideo, VideoURL: p.VideoURL}}
	}
	for i := range p.CarouselItems {
		p.CarouselItems[i].Index = max(i, p.Item-1)
	}
	switch {
	case strings.HasSuffix(p.Kind, "Sidecar"), len(p.CarouselItems) > 0:
		p.PostType = api.PostCarousel
	case p.IsVideo:
		p.PostType = api.PostVideo
	}
	if p.Place != "" {
		p.Location = &api.LiveLocation{ID: p.PlaceID, Name: strings.ReplaceAll(p.Place, "-", " "), Slug: p.Place}
	}
	// Counts that are hidden are not there, or -1.
	if hidden := p.Likes == nil || service.Or(p.Hidden, false); hidden || p.CanReshare != nil || p.NoComments != nil {
		p.EngagementVisibility = &api.EngagementVisibility{
			ViewerCanReshare: service.Or(p.CanReshare, false), CommentsDisabled: service.Or(p.NoComments, false), LikeAndViewCountsDisabled: hidden,
		}
	}
	return &p, nil
}

// profile is a profile with the posts that stand in it.
func (s *shape) profile(doc map[string]any) (*api.LivePhotoProfile, error) {
	var p api.LivePhotoProfile
	posts, _ := at(doc, "edge_owner_to_timeline_media.edges[].node").([]any)
	for _, one := range posts {
		node, _ := one.(map[string]any)
		form := shapeOf(node)
		if form == nil || form.of != "post" {
			continue
		}
		node["owner"] = map[string]any{"username": doc["username"]}
		if post, err := form.post(node); err == nil {
			p.Posts = append(p.Posts, post.LivePost)
		}
	}
	return &p, s.read(doc, &p)
}

// engagement returns the mean engagement of the posts that show theirs, in per cent of the
// followers; nil where either is not known.
func engagement(followers *int64, posts []api.LivePost) *float64 {
	var sum, shown int64
	for _, p := range posts {
		if v := p.EngagementVisibility; v == nil || !v.LikeAndViewCountsDisabled {
			sum, shown = sum+p.LikeCount+p.CommentCount, shown+1
		}
	}
	if service.Or(followers, -1) <= 0 || shown == 0 {
		return nil
	}
	return new(float64(sum) / float64(shown) / float64(*followers) * 100)
}
