package live

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

type entry struct {
	path    string   // below the folder
	id      string   // shortcode, video id or username, lower case for usernames
	broken  []string // of a file that cannot be read: what its name may say it is
	kind    entryKind
	owner   string // username of a post's owner, lower case
	taken   int64  // of a post, Unix seconds
	clip    *clip  // of a video
	channel owner  // of a video
}

type entryKind uint8

const (
	noEntry entryKind = iota
	postEntry
	profileEntry
	videoEntry
	shortEntry
	brokenEntry
)

func entryOf(path string, s saved) entry {
	e := entry{path: path}
	switch {
	case s.err != nil:
		e.kind, e.broken = brokenEntry, idsInName(path)
	case s.post != nil:
		e.kind, e.id, e.owner = postEntry, s.post.Shortcode, strings.ToLower(s.post.OwnerUsername)
		if s.post.TakenAt != nil {
			e.taken = *s.post.TakenAt
		}
	case s.profile != nil:
		e.kind, e.id = profileEntry, strings.ToLower(s.profile.Username)
	case s.short != nil:
		e.kind, e.id = shortEntry, strings.ToLower(s.short.Username)
	case s.info != nil:
		e.kind, e.id = videoEntry, s.info.ID
		e.channel = owner{profile: channelOf(s.info), language: media.LanguageOf(s.info.Language)}
		e.clip = clipFrom(s.info)
	}
	return e
}

// channelOf is the channel a video is of, as far as its description tells.
func channelOf(v *media.Info) service.Profile {
	p := service.Profile{Platform: api.VideoPlatform, DisplayName: cmp.Or(v.Channel, v.Uploader), ExternalID: v.ChannelID, Followers: v.Followers,
		Verified: v.Verified != nil && *v.Verified}
	if named, ok := media.ParseChannel(v.UploaderID); ok {
		p.Username = named.Handle
	}
	p.Username = cmp.Or(p.Username, strings.Join(wordsOf(p.DisplayName), ""))
	p.URL = media.ProfileURL(api.VideoPlatform, p.Username, p.ExternalID)
	return p
}

func clipFrom(v *media.Info) *clip {
	c := &clip{id: v.ID, url: cmp.Or(v.WebpageURL, media.PostURL(api.VideoPlatform, v.ID)), title: v.Title, about: v.Description, thumbnail: v.Thumbnail, views: v.Views, published: publishedAt(v)}
	if v.Duration != nil {
		c.seconds = max(1, int64(*v.Duration+0.5))
	}
	return c
}

// unixOf is the first time that can be one, in Unix seconds.
func unixOf(candidates ...*float64) *int64 {
	for _, at := range candidates {
		if at != nil && *at > 0 && *at < 1e11 {
			return new(int64(*at))
		}
	}
	return nil
}

// publishedAt is the exact time where it is known, else the day.
func publishedAt(v *media.Info) time.Time {
	if unix := unixOf(v.Timestamp, v.ReleaseTime); unix != nil {
		return time.Unix(*unix, 0).UTC()
	}
	day, err := time.Parse("20060102", v.UploadDate)
	if err != nil {
		return time.Time{}
	}
	return day
}

// shelf holds a folder's content, by id.
type shelf struct {
	root     string
	posts    map[string][]entry // several files may describe one post
	profiles map[string]entry
	shorts   map[string]entry
	videos   map[string]entry
	broken   map[string]bool
	byOwner  map[string][]string // shortcodes, the newest first
	finder   *finder
}

func newShelf(root string, files map[string]fileState) *shelf {
	s := &shelf{root: root, posts: map[string][]entry{}, profiles: map[string]entry{}, shorts: map[string]entry{}, videos: map[string]entry{},
		broken: map[string]bool{}, byOwner: map[string][]string{}}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		s.put(files[path].entry)
	}
	s.orderPosts()
	s.findVideos()
	return s
}

func (s *shelf) put(e entry) {
	switch e.kind {
	case postEntry:
		s.posts[e.id] = append(s.posts[e.id], e)
	case profileEntry:
		s.profiles[e.id] = e
	case videoEntry:
		s.videos[e.id] = e
	case shortEntry:
		s.shorts[e.id] = e
	case brokenEntry:
		for _, id := range e.broken {
			s.broken[id] = true
		}
	}
}

func (s *shelf) orderPosts() {
	taken := map[string]int64{}
	for code, list := range s.posts {
		s.byOwner[list[0].owner] = append(s.byOwner[list[0].owner], code)
		taken[code] = list[0].taken
	}
	for _, codes := range s.byOwner {
		slices.SortFunc(codes, func(a, b string) int {
			return cmp.Or(cmp.Compare(taken[b], taken[a]), strings.Compare(a, b))
		})
	}
}

// findVideos puts the videos of one channel under one owner.
func (s *shelf) findVideos() {
	owners := map[string]*owner{}
	var clips []clip
	for _, id := range slices.Sorted(maps.Keys(s.videos)) {
		e := s.videos[id]
		key := cmp.Or(e.channel.profile.ExternalID, "@"+strings.ToLower(e.channel.profile.Username))
		if owners[key] == nil {
			owners[key] = new(e.channel)
		}
		c := *e.clip
		c.owner = owners[key]
		clips = append(clips, c)
	}
	s.finder = newFinder(clips)
}

// gone is the error of what is not on the shelf: malformed where a file says
// in its name that it should be.
func (s *shelf) gone(id string) error {
	if s.broken[strings.ToLower(id)] {
		return malformed()
	}
	return missing()
}
