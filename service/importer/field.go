package importer

import (
	"sort"
	"strings"
	"unicode"
)

// field is what a column means.
type field string

const (
	fieldNone          field = ""
	fieldUsername      field = "username"
	fieldName          field = "name"
	fieldProfileID     field = "profile_id"
	fieldChannelID     field = "channel_id"
	fieldProfileURL    field = "profile_url"
	fieldPlatform      field = "platform"
	fieldPhoto         field = "photo_account"
	fieldVideo         field = "video_account"
	fieldVideoID       field = "video_account_id"
	fieldShortVideo    field = "short_video_account"
	fieldFollowers     field = "followers"
	fieldFollowing     field = "following"
	fieldPosts         field = "posts"
	fieldGained        field = "followers_gained_30d"
	fieldRate          field = "engagement_rate"
	fieldEngagement    field = "avg_engagement"
	fieldLikes         field = "likes"
	fieldComments      field = "comments"
	fieldViews         field = "views"
	fieldShares        field = "shares"
	fieldCountry       field = "country"
	fieldAudience      field = "audience_country"
	fieldCity          field = "city"
	fieldCategory      field = "category"
	fieldCategoryID    field = "category_id"
	fieldLanguage      field = "language"
	fieldBio           field = "bio"
	fieldVerified      field = "verified"
	fieldAvatar        field = "avatar"
	fieldWebsite       field = "website"
	fieldPostID        field = "post_id"
	fieldURL           field = "url"
	fieldTitle         field = "title"
	fieldCaption       field = "caption"
	fieldDescription   field = "description"
	fieldDate          field = "date"
	fieldTags          field = "tags"
	fieldThumbnail     field = "thumbnail"
	fieldDuration      field = "duration"
	fieldSpeakers      field = "speakers"
	fieldCaptionFile   field = "caption_file"
	fieldCollection    field = "collection"
	fieldCombinedCount field = "combined_count"
)

var fields = []field{
	fieldUsername, fieldName, fieldProfileID, fieldChannelID, fieldProfileURL, fieldPlatform, fieldPhoto, fieldVideo,
	fieldVideoID, fieldShortVideo, fieldFollowers, fieldFollowing, fieldPosts, fieldGained, fieldRate, fieldEngagement,
	fieldLikes, fieldComments, fieldViews, fieldShares, fieldCountry, fieldAudience, fieldCity, fieldCategory,
	fieldCategoryID, fieldLanguage, fieldBio, fieldVerified, fieldAvatar, fieldWebsite, fieldPostID, fieldURL, fieldTitle,
	fieldCaption, fieldDescription, fieldDate, fieldTags, fieldThumbnail, fieldDuration, fieldSpeakers, fieldCaptionFile,
}

// Fields lists the names that Options.Map may give columns to.
func Fields() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = string(f)
	}
	sort.Strings(names)
	return names
}

func knownField(name string) bool {
	for _, f := range fields {
		if string(f) == name {
			return true
		}
	}
	return false
}

func fieldList() string { return strings.Join(Fields(), ", ") }

// words is a header cell as the set of its words, in lower case.
type words map[string]bool

func (w words) any(list ...string) bool {
	for _, word := range list {
		if w[word] {
			return true
		}
	}
	return false
}

var respelled = strings.NewReplacer("you tuber", "youtuber", "you tube", "youtube", "tik toker", "tiktoker",
	"tik tok", "tiktok", "suscribers", "subscribers", "subcribers", "subscribers", "suscriber", "subscriber",
	"folowers", "followers", "follwers", "followers", "e mail", "email", "sub titles", "subtitles")

// headerWords splits a header cell at everything that is no letter or digit,
// and where small letters meet capitals: channelTitle, Views (Avg.).
func headerWords(cell string) words {
	var text strings.Builder
	previous := ' '
	for _, r := range cell {
		switch {
		case r == '%':
			text.WriteString(" percent ")
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			text.WriteByte(' ')
		default:
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				text.WriteByte(' ')
			}
			text.WriteRune(unicode.ToLower(r))
		}
		previous = r
	}
	set := words{}
	for _, word := range strings.Fields(respelled.Replace(text.String())) {
		if trimmed := strings.TrimLeft(word, "0123456789"); trimmed != "" && trimmed != "d" {
			word = trimmed
		}
		set[word] = true
	}
	return set
}

// rule gives a column its field: by one of the words any, with all of the words
// with, and none of the words without.
type rule struct {
	field   field
	any     []string
	with    []string
	without []string
}

func (r rule) holds(w words) bool {
	if !w.any(r.any...) || w.any(r.without...) {
		return false
	}
	for _, word := range r.with {
		if !w[word] {
			return false
		}
	}
	return true
}

func list(text string) []string { return strings.Fields(text) }

const (
	followerWords = "followers follower subscribers subscriber subs fans abonnenten seguidores suscriptores abonnés abonnes inscritos seguidor"
	periodWords   = "last days day month monthly growth gained growth rank"
	networkWords  = "instagram insta ig youtube youtuber yt tiktok tiktoker"
)

// rules are tried in order; the first that holds decides.
var rules = []rule{
	{field: fieldNone, any: list("rank ranking earnings earning population latitude longitude trending disabled dislikes dislike email phone authentic")},
	{field: fieldCaptionFile, any: list("srt vtt subtitle subtitles captions caption untertitel"), with: list("filename")},
	{field: fieldCaptionFile, any: list("srt vtt subtitle subtitles captions caption"), with: list("file")},
	{field: fieldGained, any: list(followerWords), with: list("last days")},
	{field: fieldNone, any: list(followerWords), with: list("growth")},
	{field: fieldFollowers, any: list(followerWords), without: list(periodWords + " id rate")},
	{field: fieldFollowing, any: list("following follows seguidos siguiendo")},
	{field: fieldNone, any: list("reactions interactions total new"), with: list("likes")},
	{field: fieldNone, any: list("reactions interactions total new"), with: list("like")},
	{field: fieldCombinedCount, any: list("reactions interactions interaktionen interacciones")},
	{field: fieldRate, any: list("engagement eng er interaktionsrate interacción"), with: list("rate")},
	{field: fieldRate, any: list("engagement eng er"), with: list("percent")},
	{field: fieldRate, any: list("er interaktionsrate")},
	{field: fieldEngagement, any: list("engagement engagements")},
	{field: fieldLikes, any: list("likes like likers hearts gefällt")},
	{field: fieldComments, any: list("comments comment comentarios kommentare commentaires comentários")},
	{field: fieldViews, any: list("views view visits visit visitas aufrufe vues plays visualizaciones reproducciones"), without: list("last days day month")},
	{field: fieldShares, any: list("shares share compartidos")},
	{field: fieldThumbnail, any: list("thumbnail thumbnails thumb")},
	{field: fieldAvatar, any: list("avatar picture pic photo foto image"), with: list("url")},
	{field: fieldAvatar, any: list("avatar")},
	{field: fieldWebsite, any: list("website external web webseite homepage")},
	{field: fieldNone, any: list("related")},
	{field: fieldChannelID, any: list("channel kanal canal uc"), with: list("id")},
	{field: fieldVideoID, any: list("youtube yt"), with: list("id")},
	{field: fieldProfileID, any: list("profile user account owner author creator page profil"), with: list("id")},
	{field: fieldCategoryID, any: list("category categoría kategorie"), with: list("id")},
	{field: fieldPostID, any: list("shortcode")},
	{field: fieldPostID, any: list("id code"), without: list("name bioguide ads")},
	{field: fieldAudience, any: list("audience publikum audiencia zielgruppe"), with: list("country")},
	{field: fieldAudience, any: list("audience publikum audiencia zielgruppe"), with: list("land")},
	{field: fieldAudience, any: list("audience audiencia"), with: list("país")},
	{field: fieldCountry, any: list("country land país pais pays nation abbreviation land paese país")},
	{field: fieldCity, any: list("city stadt ciudad ville town ort cidade")},
	{field: fieldCountry, any: list("location standort ubicación")},
	{field: fieldCategory, any: list("category categories categoría categorías categoria categorias kategorie kategorien niche topic topics genre industry thema themen branche catégorie")},
	{field: fieldCategory, any: list("channel"), with: list("type")},
	{field: fieldLanguage, any: list("language lang idioma sprache langue")},
	{field: fieldVerified, any: list("verified verificado verifiziert")},
	{field: fieldPlatform, any: list("network platform netzwerk plattform red plataforma")},
	{field: fieldDuration, any: list("duration length dauer duración")},
	{field: fieldSpeakers, any: list("speakers speaker")},
	{field: fieldTags, any: list("tags tag keywords hashtags")},
	{field: fieldDate, any: list("date published publish posted timestamp taken recorded fecha datum"), without: list("birth update updated")},
	{field: fieldDate, any: list("created"), with: list("at")},
	{field: fieldProfileURL, any: list("channel profile profil account user author uploader"), with: list("url")},
	{field: fieldProfileURL, any: list("channel profile profil account user"), with: list("link")},
	{field: fieldURL, any: list("link links url permalink href enlace")},
	{field: fieldCaption, any: list("message caption text body nachricht mensaje mensagem"), without: list("copyright")},
	{field: fieldBio, any: list("bio biography biografía about")},
	{field: fieldDescription, any: list("description beschreibung descripción descripcion")},
	{field: fieldPosts, any: list("posts uploads beiträge publicaciones posteos"), without: list("last")},
	{field: fieldPosts, any: list("video media videos post"), with: list("count")},
	{field: fieldPosts, any: list("videos"), without: list("url type")},
	{field: fieldUsername, any: list("username user handle usuario nutzername benutzername konto cuenta login nick nickname screenname")},
	{field: fieldUsername, any: list("account"), without: list("name type")},
	{field: fieldUsername, any: list("info"), with: list("channel")},
	{field: fieldName, any: list("channel kanal canal"), without: list("type")},
	{field: fieldName, any: list("name names nombre nom influencer creator blogger artist profile profil profiles uploader author owner official full youtuber tiktoker instagrammer"), without: list("file filename")},
	{field: fieldPhoto, any: list("instagram insta ig")},
	{field: fieldVideo, any: list("youtube yt")},
	{field: fieldShortVideo, any: list("tiktok")},
	{field: fieldTitle, any: list("title título titulo titel titre fulltitle")},
	{field: fieldCollection, any: list("source playlist collection event")},
}

// maxHeaderWords is more than headers have: what is longer is prose.
const maxHeaderWords = 6

// fieldOf recognises a header cell. Remarks after a bracket or a colon are not
// part of it.
func fieldOf(cell string) field {
	w := headerWords(cell)
	if len(w) > maxHeaderWords {
		if at := strings.IndexAny(cell, "(:\n"); at > 0 {
			w = headerWords(cell[:at])
		}
	}
	if len(w) == 0 || len(w) > maxHeaderWords {
		return fieldNone
	}
	for _, r := range rules {
		if r.holds(w) {
			return r.field
		}
	}
	return fieldNone
}
