package live

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

var errShape = errors.New("it is not of a shape that is known")

// named is somebody in a saved file.
type named struct {
	Username string `json:"username"`
}

// each is a list made of another; nil, which is not known, stays.
func each[T, U any](list []T, of func(T) U) []U {
	if list == nil {
		return nil
	}
	return service.Each(list, of)
}

func usernames(list []named) []string {
	if list == nil {
		return nil
	}
	out := []string{}
	for _, n := range list {
		if n.Username != "" {
			out = append(out, n.Username)
		}
	}
	return out
}

// edges is the photo network's wrapping of lists.
type edges[T any] struct {
	Count *int64    `json:"count"`
	Edges []edge[T] `json:"edges"`
}

type edge[T any] struct {
	Node T `json:"node"`
}

// nodes are nil where the file does not tell of them.
func (e edges[T]) nodes() []T {
	return each(e.Edges, func(one edge[T]) T { return one.Node })
}

type wrappedUser struct {
	User    named `json:"user"`
	Sponsor named `json:"sponsor"`
}

// savedPost is a post as the photo network itself describes it, which
// downloaders save below "node".
type savedPost struct {
	Typename     string                       `json:"__typename"`
	ID           string                       `json:"id"`
	Shortcode    string                       `json:"shortcode"`
	DisplayURL   string                       `json:"display_url"`
	ThumbnailSrc string                       `json:"thumbnail_src"`
	IsVideo      bool                         `json:"is_video"`
	VideoURL     string                       `json:"video_url"`
	VideoViews   *int64                       `json:"video_view_count"`
	VideoPlays   *int64                       `json:"video_play_count"`
	Duration     *float64                     `json:"video_duration"`
	TakenAt      *float64                     `json:"taken_at_timestamp"`
	Date         *float64                     `json:"date"`
	Caption      edges[struct{ Text string }] `json:"edge_media_to_caption"`
	Likes        edges[struct{}]              `json:"edge_media_preview_like"`
	Liked        edges[struct{}]              `json:"edge_liked_by"`
	Comments     edges[struct{}]              `json:"edge_media_to_comment"`
	Discussion   edges[struct{}]              `json:"edge_media_to_parent_comment"`
	Owner        named                        `json:"owner"`
	Children     edges[savedChild]            `json:"edge_sidecar_to_children"`
	Tagged       edges[wrappedUser]           `json:"edge_media_to_tagged_user"`
	Sponsors     edges[wrappedUser]           `json:"edge_media_to_sponsor_user"`
	Coauthors    []named                      `json:"coauthor_producers"`
	PaidPartner  *bool                        `json:"is_paid_partnership"`
	Alt          string                       `json:"accessibility_caption"`
	Resources    []api.DisplayResource        `json:"display_resources"`
	Versions     []savedVersion               `json:"video_versions"`
	Music        *savedMusic                  `json:"clips_music_attribution_info"`
	Location     *savedLocation               `json:"location"`
	Pinned       []named                      `json:"pinned_for_users"`
	CanReshare   *bool                        `json:"viewer_can_reshare"`
	NoComments   *bool                        `json:"comments_disabled"`
	CountsHidden *bool                        `json:"like_and_view_counts_disabled"`
	Products     []savedProduct               `json:"product_mentions"`
}

type savedChild struct {
	DisplayURL string `json:"display_url"`
	IsVideo    bool   `json:"is_video"`
	VideoURL   string `json:"video_url"`
}

// What follows is as the contract has it, but for ids.

type savedVersion struct {
	api.VideoVersion
	ID loosely `json:"id"`
}

type savedMusic struct {
	api.MusicAttribution
	AudioID loosely `json:"audio_id"`
}

type savedLocation struct {
	api.LiveLocation
	ID      loosely         `json:"id"`
	Address json.RawMessage `json:"address_json"`
}

type savedProduct struct {
	ID       loosely `json:"product_id"`
	Name     string  `json:"product_name"`
	Merchant string  `json:"merchant_username"`
}

// loosely is an id that some write as a text and some as a number.
type loosely string

func (l *loosely) UnmarshalJSON(b []byte) error {
	switch {
	case bytes.Equal(b, []byte("null")):
		return nil
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, (*string)(l))
	}
	var n json.Number
	err := json.Unmarshal(b, &n)
	*l = loosely(n)
	return err
}

// live is the post in the words of the contract; an error where it lacks what
// every post has.
func (p *savedPost) live() (api.LivePost, error) {
	out := api.LivePost{
		ID: cmp.Or(p.ID, p.Shortcode), Shortcode: p.Shortcode, DisplayURL: p.DisplayURL, IsVideo: p.IsVideo, PostType: api.PostImage,
		ViewCount: cmp.Or(Plausible(p.VideoPlays), Plausible(p.VideoViews)), OwnerUsername: p.Owner.Username, AccessibilityCaption: p.Alt, VideoURL: p.VideoURL,
		ThumbnailURL: p.ThumbnailSrc, CoauthorUsernames: usernames(p.Coauthors), IsPaidPartnership: p.PaidPartner,
		DisplayResources: p.Resources,
	}
	if p.Shortcode == "" || p.DisplayURL == "" {
		return out, errShape
	}
	switch {
	case strings.HasSuffix(p.Typename, "Sidecar") || len(p.Children.Edges) > 0:
		out.PostType = api.PostCarousel
	case p.IsVideo:
		out.PostType = api.PostVideo
	}
	for _, c := range p.Caption.nodes() {
		out.Caption = service.Known(c.Text)
	}
	out.TakenAt = unixOf(p.TakenAt, p.Date)
	p.people(&out)
	p.counts(&out)
	p.surroundings(&out)
	return out, nil
}

func unixOf(candidates ...*float64) *int64 {
	for _, at := range candidates {
		if at != nil && *at > 0 && *at < 1e11 {
			return new(int64(*at))
		}
	}
	return nil
}

func (p *savedPost) people(out *api.LivePost) {
	out.TaggedUsernames = usernames(each(p.Tagged.nodes(), func(w wrappedUser) named { return w.User }))
	out.SponsorUsernames = usernames(each(p.Sponsors.nodes(), func(w wrappedUser) named { return cmp.Or(w.Sponsor, w.User) }))
	if p.Pinned != nil {
		out.IsPinned = new(len(p.Pinned) > 0)
	}
}

// counts fills the counts. The network writes -1 for those that are hidden.
func (p *savedPost) counts(out *api.LivePost) {
	likes := cmp.Or(p.Likes.Count, p.Liked.Count)
	comments := cmp.Or(p.Discussion.Count, p.Comments.Count)
	hidden := service.Or(likes, -1) < 0 || service.Or(p.CountsHidden, false)
	out.LikeCount, out.CommentCount = max(0, service.Or(likes, 0)), max(0, service.Or(comments, 0))
	if hidden || p.CanReshare != nil || p.NoComments != nil {
		out.EngagementVisibility = &api.EngagementVisibility{
			ViewerCanReshare: service.Or(p.CanReshare, false), CommentsDisabled: service.Or(p.NoComments, false), LikeAndViewCountsDisabled: hidden,
		}
	}
}

func (p *savedPost) surroundings(out *api.LivePost) {
	for i, c := range p.Children.nodes() {
		out.CarouselItems = append(out.CarouselItems, api.LiveCarouselItem{Index: i, DisplayURL: c.DisplayURL, IsVideo: c.IsVideo, VideoURL: c.VideoURL})
	}
	out.VideoVersions = each(p.Versions, func(v savedVersion) api.VideoVersion {
		v.VideoVersion.ID = string(v.ID)
		return v.VideoVersion
	})
	out.ProductMentions = each(p.Products, func(m savedProduct) api.ProductMention {
		return api.ProductMention{ProductID: string(m.ID), ProductName: m.Name, MerchantUsername: m.Merchant}
	})
	if m := p.Music; m != nil {
		m.MusicAttribution.AudioID = string(m.AudioID)
		out.MusicAttribution = &m.MusicAttribution
	}
	if l := p.Location; l != nil {
		out.Location = &l.LiveLocation
		out.Location.ID, out.Location.AddressJSON = string(l.ID), address(l.Address)
	}
}

// address is an object, which the network writes as a text that holds one.
func address(raw json.RawMessage) map[string]any {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = json.RawMessage(text)
	}
	var out map[string]any
	_ = json.Unmarshal(raw, &out)
	return out
}

// savedMedia is one picture or video of a post as gallery downloaders describe
// it, flat, one file for each.
type savedMedia struct {
	Shortcode   string          `json:"post_shortcode"`
	PostID      loosely         `json:"post_id"`
	Description string          `json:"description"`
	Likes       *int64          `json:"likes"`
	Comments    *int64          `json:"comments"`
	Username    string          `json:"username"`
	PostDate    string          `json:"post_date"`
	Date        string          `json:"date"`
	DisplayURL  string          `json:"display_url"`
	VideoURL    string          `json:"video_url"`
	Num         int             `json:"num"`
	Count       int             `json:"count"`
	Tagged      []named         `json:"tagged_users"`
	Coauthors   []named         `json:"coauthors"`
	LocationID  loosely         `json:"location_id"`
	Slug        string          `json:"location_slug"`
	Pinned      json.RawMessage `json:"pinned"`
}

func (m *savedMedia) live() (api.LivePost, error) {
	out := api.LivePost{
		ID: cmp.Or(string(m.PostID), m.Shortcode), Shortcode: m.Shortcode, DisplayURL: m.DisplayURL, IsVideo: m.VideoURL != "", PostType: api.PostImage,
		LikeCount: max(0, service.Or(m.Likes, 0)), CommentCount: max(0, service.Or(m.Comments, 0)), Caption: service.Known(m.Description),
		OwnerUsername: m.Username, VideoURL: m.VideoURL, TaggedUsernames: usernames(m.Tagged), CoauthorUsernames: usernames(m.Coauthors),
	}
	if m.Shortcode == "" || m.DisplayURL == "" {
		return out, errShape
	}
	if m.Likes == nil {
		out.EngagementVisibility = &api.EngagementVisibility{LikeAndViewCountsDisabled: true}
	}
	switch {
	case m.Count > 1:
		out.PostType = api.PostCarousel
		out.CarouselItems = []api.LiveCarouselItem{{Index: max(0, m.Num-1), DisplayURL: m.DisplayURL, IsVideo: m.VideoURL != "", VideoURL: m.VideoURL}}
	case out.IsVideo:
		out.PostType = api.PostVideo
	}
	for _, text := range []string{m.PostDate, m.Date} {
		if at, err := time.Parse(time.DateTime, text); err == nil && out.TakenAt == nil {
			out.TakenAt = new(at.Unix())
		}
	}
	if m.Slug != "" {
		out.Location = &api.LiveLocation{ID: string(m.LocationID), Name: strings.ReplaceAll(m.Slug, "-", " "), Slug: m.Slug}
	}
	return out, nil
}
