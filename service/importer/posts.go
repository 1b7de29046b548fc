package importer

import (
	"cmp"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// postDraft reads a row of a table of posts; reason says why it cannot.
func postDraft(r *row, collection string) (d draft, reason string) {
	post, reason := r.post()
	if reason != "" {
		return d, reason
	}
	owner, made := r.owner(post.Platform, collection)
	if owner.Username == "" {
		return d, "it says no handle of whose post it is: " + media.Shorten(owner.DisplayName, 40)
	}
	c := service.Creator{Name: owner.DisplayName}
	c.Languages = cells.Languages(r.text(plan.Language))
	owner.Category = cells.VideoCategories[r.text(plan.CategoryID)]
	c.Themes = cells.Themes(owner.Category)
	d = draft{creator: c, profiles: []service.Profile{owner}, posts: []service.Post{post}, made: made}
	return d, ""
}

func (r *row) post() (p service.Post, reason string) {
	p.Platform, p.PlatformID = media.MediaFromURL(r.text(plan.URL))
	if p.Platform == "" {
		if p.Platform, reason = r.platform(); reason != "" {
			return p, reason
		}
	}
	if id := r.text(plan.PostID); p.PlatformID == "" && id != "" {
		if cells.Total(id) {
			return p, "it is a total of the others, not a post"
		}
		if cells.Rounded(id) {
			return p, "its id is rounded (" + media.Shorten(id, 30) + ") and no address gives the whole one"
		}
		p.PlatformID = id
	}
	if p.PlatformID == "" {
		return p, "it has neither an id nor an address of a post"
	}
	p.PostedAt = r.date(plan.Date)
	p.URL = cmp.Or(r.text(plan.URL), media.PostURL(p.Platform, p.PlatformID))
	p.Type = postType(p.Platform, p.URL)
	if said, column := r.cell(plan.PostType); p.Type == api.PostImage && said != "" {
		if p.Type = cmp.Or(cells.PostType(said), p.Type); cells.PostType(said) == "" {
			r.leave(column, said, "no kind of post")
		}
	}
	r.fillPost(&p)
	return p, ""
}

func (r *row) fillPost(p *service.Post) {
	p.Caption = r.caption()
	p.Hashtags = service.Union(media.HashtagsOf(p.Caption), tagsOf(r.text(plan.Tags)))
	p.Mentions = media.MentionsOf(p.Caption)
	p.Likes, p.Comments = r.count(plan.Likes), r.count(plan.Comments)
	p.Shares, p.Views = r.count(plan.Shares), r.count(plan.Views)
	p.ThumbnailURL = r.text(plan.Thumbnail)
	p.Duration = r.duration()
}

// duration is in seconds; 4:13 and PT4M13S are too.
func (r *row) duration() *float64 {
	text, column := r.cell(plan.Duration)
	if text == "" {
		return nil
	}
	seconds, ok := cells.Seconds(text, column.Header)
	if !ok {
		r.leave(column, text, "not a duration")
		return nil
	}
	return &seconds
}

// caption is the text of a post: of a video its title, a blank line, what is
// said about it, and who speaks.
func (r *row) caption() string {
	speakers := strings.ReplaceAll(r.text(plan.Speakers), "|", ", ")
	if speakers != "" {
		speakers = "Speakers: " + speakers
	}
	return paragraphs(r.text(plan.Title), r.text(plan.Caption, plan.Description), speakers)
}

func paragraphs(parts ...string) string {
	var told []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			told = append(told, part)
		}
	}
	return strings.Join(told, "\n\n")
}

// owner is the account that posted, and whether its username is made of its name.
// Posts without any are kept under the collection they come in; one whose owner is
// named and has no handle has no username.
func (r *row) owner(platform api.Platform, collection string) (p service.Profile, made bool) {
	p = service.Profile{Platform: platform, DisplayName: r.name()}
	said, column := r.cell(plan.Username)
	if a, ok := cells.AccountOn(platform, said); ok {
		p.Username, p.ExternalID = a.Username, a.ID
	} else if said != "" {
		r.leave(column, said, "not a handle")
		p.DisplayName = cmp.Or(p.DisplayName, cells.Name(said))
	}
	if handle := media.HandleInPost(r.text(plan.URL)); handle != "" {
		if p.DisplayName == "" || strings.EqualFold(p.DisplayName, handle) {
			p.DisplayName = p.Username // the columns are the wrong way round
		}
		p.Username = handle
	}
	r.identifyByID(&p)
	if p.Username == "" && r.namesChannels(platform) {
		p.Username = cells.Username(p.DisplayName)
		made = p.Username != ""
	}
	p.Username = cmp.Or(p.Username, p.ExternalID)
	switch {
	case p.Username == "" && p.DisplayName == "":
		return collected(platform, r.collection(collection)), false
	case p.Username == "":
		return p, false
	}
	p.URL = media.ProfileURL(platform, "", p.ExternalID)
	if text, column := r.cell(plan.Followers); text != "" && r.plan.Torn(r.at) {
		r.leave(column, text, "its account has other followers in other rows")
	} else {
		p.Followers = r.count(plan.Followers)
	}
	p.Verified = r.truth(plan.Verified)
	return p, made
}

// collection names where a post without an owner comes from.
func (r *row) collection(fallback string) string {
	name, _, _ := strings.Cut(r.text(plan.Collection), "/")
	if name != "" && !strings.ContainsAny(name, ":\\") {
		return name
	}
	return fallback
}

// standIn begins the names of accounts that are none.
const standIn = "imported-"

// standsIn tells that nobody says whose a post is.
func (b *batch) standsIn(d draft) {
	if name := d.profiles[0].Username; strings.HasPrefix(name, standIn) {
		b.job.report.Merges = noted(b.job.report.Merges, CellNote{Reason: "of whom nothing says who posted it: it is kept under a name that is no account", Example: name, Line: d.line})
	}
}

// collected is the stand-in account of posts and captions whose owner no file
// tells.
func collected(platform api.Platform, name string) service.Profile {
	return service.Profile{Platform: platform, Username: standIn + strings.ReplaceAll(strings.ToLower(name), " ", "-"), DisplayName: name}
}

func postType(p api.Platform, address string) api.PostType {
	switch {
	case p != api.PhotoPlatform:
		return api.PostVideo
	case strings.Contains(address, "/reel/") || strings.Contains(address, "/reels/"):
		return api.PostReel
	case strings.Contains(address, "/tv/"):
		return api.PostVideo
	default:
		return api.PostImage
	}
}

// tagsOf splits the tags of a video, which may hold several words each.
func tagsOf(text string) []string {
	separator := "|"
	if !strings.Contains(text, "|") {
		separator = ","
	}
	var tags []string
	for _, tag := range strings.Split(text, separator) {
		tag = strings.Trim(strings.TrimSpace(tag), "\"#")
		if _, ok := cells.Known(tag); ok {
			tags = service.Union(tags, []string{tag})
		}
	}
	return tags
}
