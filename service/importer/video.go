package importer

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/internal/pattern"
	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/language/ident"
	"greenroom/service/media"
)

// captioned is the video that a caption file is of, and what is known of it.
type captioned struct {
	tie  tie
	info *media.Info // nil where no description lies beside
}

func (j *job) readCaptions(ctx context.Context) error {
	captions, err := j.source.parse()
	if err != nil {
		return err
	}
	if captions.Empty() {
		return refuse("No captions with times are in it.")
	}
	j.report.Kind = plan.Captions
	for _, b := range captions.Broken {
		j.batch.tally.skipped = append(j.batch.tally.skipped, Skip{Line: b.Line, Reason: b.Reason})
	}
	segments, automatic := captions.Segments()
	if len(segments) == 0 {
		return j.skip(ctx, 1, "its captions hold no text")
	}
	video, ok := j.videoOf(j.source.path)
	if !ok {
		return j.skip(ctx, 1, "it does not say which video it is of; put the .info.json of the video beside it, "+
			"the video's id in brackets into its name (Title [id].en.vtt), say --video ID for a single one, or a metadata.csv with the columns id and srt_filename into its folder")
	}
	t := service.Transcript{Segments: segments, Source: api.SourceManual}
	t.Text = service.TextOf(segments)
	if t.Language, t.Original = j.languageOf(captions, t.Text, video); t.Language == "" {
		return j.skip(ctx, 1, "its language is neither said nor clear from the text; put the code of the language before the ending (talk.en.srt)")
	}
	folder, name := filepath.Split(j.source.path)
	automatic = automatic || madeByMachine.MatchString(name) || madeByMachine.MatchString(filepath.Base(folder))
	switch making := video.info.Making(media.TagBefore(name), t.Language); {
	case making == media.Translated:
		return j.skip(ctx, 1, "a machine translated what is said: nobody said these words")
	case making == media.Heard || automatic && making == media.Unsaid:
		t.Source = api.SourceAuto
	}
	d, reason := video.draft(filepath.Dir(j.source.path), j)
	if reason != "" {
		return j.skip(ctx, 1, reason)
	}
	post := d.posts[0]
	t.Platform, t.MediaID, t.URL, t.Title = post.Platform, post.PlatformID, post.URL, video.title()
	t.Duration, t.SeenAt = post.Duration, j.seenAt()
	d.transcripts, d.line = []service.Transcript{t}, 1
	if first := j.tracks.other(d.key(), j.source); first != "" {
		return j.skip(ctx, 1, "captions of this video in this language were read from "+first+" already, with other words")
	}
	return j.batch.add(ctx, d)
}

// parse reads the captions of a file.
func (s *source) parse() (media.Captions, error) {
	file, err := s.open()
	if err != nil {
		return media.Captions{}, err
	}
	defer file.Close()
	captions, err := media.ParseCaptions(file)
	if err != nil {
		err = refuse("It cannot be read on: %s.", plainCause(err))
	}
	return captions, err
}

var bracketed = pattern.New(`\[([A-Za-z0-9_-]{11})\]`)

// videoOf finds the video: a description beside the file, an id in its name as
// download tools write it, then lists of videos in and around the folder.
func (j *job) videoOf(path string) (captioned, bool) {
	if id := j.options.Video; id != "" {
		return captioned{tie: tieOf(id, "")}, true
	}
	folder, name := filepath.Split(path)
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	bare, _ := media.FileLanguage(stem)
	for _, beside := range []string{stem, bare} {
		src, err := probe(filepath.Join(folder, beside+".info.json"))
		if err != nil {
			continue
		}
		if info, err := openInfo(src); err == nil {
			return captioned{info: &info, tie: tie{videoID: info.ID, title: info.Title, url: info.WebpageURL}}, true
		}
	}
	if id := bracketed.FindStringSubmatchIndex(bare); id != nil {
		return captioned{tie: tieOf(bare[id[2]:id[3]], strings.TrimSpace(bare[:id[0]]))}, true
	}
	if found, ok := j.ties.find(path); ok {
		return captioned{tie: found}, true
	}
	if at := endsInID.FindStringSubmatchIndex(bare); at != nil && looksRandom(bare[at[2]:at[3]]) {
		return captioned{tie: tieOf(bare[at[2]:at[3]], strings.Trim(bare[:at[2]], " -_("))}, true
	}
	if id := addressBeside(folder); id != "" {
		return captioned{tie: tieOf(id, bare)}, true
	}
	return captioned{}, false
}

// endsInID finds what may be the id of a video at the end of a name, as older
// download tools write it: "Title-2aA3VBdcl6A".
var endsInID = pattern.New(`(?:^|[ _(-])([A-Za-z0-9_-]{11})\)?$`)

// looksRandom tells an id from words of as many letters (10-Tuples-A): inside of
// words letters do not become large, nor digits, twice.
func looksRandom(id string) bool {
	odd := 0
	for i := 1; i < len(id); i++ {
		odd += count(turn.MatchString(id[i-1 : i+1]))
	}
	return odd >= 2
}

var turn = pattern.New(`[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]`)

// addressFile is a file beside captions that holds the address of their video.
var addressFile = pattern.New(`(?i)^(video[_ -]?)?(url|link|source|address)\.(txt|url)$`)

// addressBeside is the video whose address lies in a folder, "" where none or
// several do.
func addressBeside(folder string) (id string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !addressFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil || len(text) > 4096 {
			continue
		}
		for _, word := range strings.Fields(strings.ReplaceAll(string(text), "URL=", " ")) {
			_, found := media.MediaFromURL(word)
			if found != "" && id != "" && found != id {
				return ""
			}
			id = cmp.Or(id, found)
		}
	}
	return id
}

func tieOf(id, title string) tie {
	return tie{videoID: id, title: title, url: media.PostURL(api.VideoPlatform, id)}
}

// languageOf asks the file's name, its header, its folders, then the words. The
// language is the one spoken where the description or the tool says so.
func (j *job) languageOf(t media.Captions, text string, v captioned) (code string, spoken bool) {
	name := filepath.Base(j.source.path)
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	read := ident.Of(text)
	if code = cmp.Or(languageIn(stem), media.LanguageOf(t.Language), folderLanguage(j.source.path)); code != "" {
		j.doubtLanguage(code, read)
	} else {
		code = read.Code
	}
	spoken = strings.HasSuffix(stem, "-orig")
	switch {
	case spoken || code == "":
	case v.info != nil && v.info.Language != "":
		spoken = media.LanguageOf(v.info.Language) == code
	default:
		spoken = j.spokenIn(j.source.path, v.title()) == code
	}
	return code, spoken
}

// languageIn is the language that the name of a file ends in: talk.en, talk_pt-BR,
// Talk - English, Talk [de].
func languageIn(stem string) string {
	if _, code := media.FileLanguage(stem); code != "" {
		return code
	}
	stem = strings.TrimRight(stem, " )]")
	at := strings.LastIndexAny(stem, " -_.([")
	if at <= 0 {
		return ""
	}
	last := stem[at+1:]
	if len(last) > 3 {
		return media.NameOfLanguage(last)
	}
	if stem[at] != ' ' && stem[at] != '-' {
		return media.TagOf(last)
	}
	return ""
}

// folderLanguage is the language that the folder of captions is named after, or the
// one above it: course_fr, pt-BR, Persian.
func folderLanguage(path string) (code string) {
	absolute, _ := filepath.Abs(path)
	for range 2 {
		absolute = filepath.Dir(absolute)
		base := filepath.Base(absolute)
		_, tag := splitLanguage(base)
		code = cmp.Or(code, tag, media.NameOfLanguage(base), languageIn(base))
	}
	return code
}

// enoughWords are enough to tell that captions are not in the language of their name.
const enoughWords = 20

// doubtLanguage tells of captions whose words are of another language than their name
// or folder says, which counts.
func (j *job) doubtLanguage(code string, read ident.Answer) {
	if read.Code == "" || read.Words < enoughWords || slices.ContainsFunc(read.Likely, func(l ident.Likely) bool { return l.Code == code }) || !ident.Knows(code) {
		return
	}
	j.report.Cells = noted(j.report.Cells, CellNote{Column: "language", Line: 1, Example: code,
		Reason: "kept as its name or folder says, though its words read as " + english.Language(read.Code)})
}

// madeByMachine holds for captions whose name or folder says that nobody wrote them.
var madeByMachine = pattern.New(`(?i)(?:^|[ ._\-\[(])(?:auto|asr|auto[ _-]?generated|autogenerated|automatic|machine)(?:$|[ ._\-\])])`)

func (v captioned) title() string { return strings.TrimSpace(v.tie.title) }

func (v captioned) draft(folder string, j *job) (draft, string) {
	if v.info != nil {
		return infoDraft(v.info, j.seenAt())
	}
	return v.tie.draft(folder), ""
}

// trackFiles are the caption files of an import by what they are of.
type trackFiles map[string]source

// other notes a file, and names the one before it that said something else of the
// same video in the same language; "" where none did.
func (t trackFiles) other(key string, file source) string {
	before, known := t[key]
	if !known {
		t[key] = file
		return ""
	}
	if before.sum == file.sum {
		return ""
	}
	return before.name()
}

func (j *job) readVideoInfo(ctx context.Context) error {
	info, err := openInfo(j.source)
	if err != nil {
		return err
	}
	j.report.Kind = plan.VideoInfo
	d, reason := infoDraft(&info, j.seenAt())
	if reason != "" {
		return j.skip(ctx, 1, reason)
	}
	d.line = 1
	return j.batch.add(ctx, d)
}

func openInfo(src source) (media.Info, error) {
	file, err := src.open()
	if err != nil {
		return media.Info{}, err
	}
	defer file.Close()
	info, err := media.ReadInfo(file)
	if err != nil {
		return info, refuse("It is neither lines of JSON objects nor a whole JSON object.")
	}
	if !info.Whole() {
		return info, refuse("It is a JSON object, but not the description of a video.")
	}
	return info, nil
}

// infoDraft makes a description a creator, a profile and a post.
func infoDraft(v *media.Info, seen time.Time) (d draft, reason string) {
	platform := v.Platform()
	if platform == "" {
		return d, "it is of another network: " + media.Shorten(v.Extractor+" "+v.WebpageURL, 60)
	}
	if v.Epoch != nil && *v.Epoch > 0 {
		if at, ok := cells.NumberedDate(*v.Epoch); ok {
			seen = at
		}
	}
	p := infoProfile(v, platform)
	if p.Username == "" {
		return d, "it does not say whose video it is"
	}
	p.UpdatedAt = seen
	c := service.Creator{Name: p.DisplayName, Languages: cells.Languages(v.Language), UpdatedAt: seen}
	for _, category := range v.Categories {
		c.Themes = service.Union(c.Themes, cells.Themes(category))
	}
	d.creator, d.profiles, d.posts = c, []service.Profile{p}, []service.Post{infoPost(v, platform)}
	return d, ""
}

func infoProfile(v *media.Info, platform api.Platform) service.Profile {
	p := service.Profile{Platform: platform, DisplayName: cmp.Or(cells.Name(v.Channel), cells.Name(v.Uploader)), ExternalID: v.ChannelID, Followers: v.Followers}
	if a, ok := cells.ParseAccount(v.UploaderID); ok {
		p.Username = a.Username
	}
	p.Username = cmp.Or(p.Username, cells.Username(p.DisplayName), p.ExternalID)
	p.URL = media.ProfileURL(platform, p.Username, p.ExternalID)
	p.Verified = v.Verified != nil && *v.Verified
	if len(v.Categories) > 0 {
		p.Category = v.Categories[0]
	}
	return p
}

func infoPost(v *media.Info, platform api.Platform) service.Post {
	p := service.Post{Platform: platform, PlatformID: v.ID, URL: v.WebpageURL, Views: v.Views, Likes: v.Likes,
		Comments: v.Comments, Duration: v.Duration, ThumbnailURL: v.Thumbnail}
	p.Type = postType(platform, p.URL)
	p.Caption = paragraphs(v.Title, v.Description)
	p.Hashtags = service.Union(media.HashtagsOf(p.Caption), v.Tags)
	p.Mentions = media.MentionsOf(p.Caption)
	for _, at := range []*float64{v.Timestamp, v.ReleaseTime} {
		if at != nil && p.PostedAt.IsZero() {
			p.PostedAt, _ = cells.NumberedDate(*at)
		}
	}
	if p.PostedAt.IsZero() {
		p.PostedAt, _ = cells.Date(v.UploadDate, cells.AnyOrder)
	}
	return p
}
