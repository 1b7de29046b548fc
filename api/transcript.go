package api

import "time"

// PhotoTranscript holds the speech of a post of the photo network. Post is nil on cached
// transcripts.
type PhotoTranscript struct {
	Shortcode       string    `json:"shortcode"`
	Transcript      string    `json:"transcript"`
	FullText        string    `json:"full_text"`
	WordCount       int       `json:"word_count"`
	Language        string    `json:"language"`
	ScrapedAt       time.Time `json:"scraped_at"`
	DurationSeconds *float64  `json:"duration_seconds,omitempty"`
	Post            *LivePost `json:"post,omitempty"`
	// Source is SourceMachine, or not said.
	Source TranscriptSource `json:"source,omitempty"`
}

// TranscriptSource says who wrote a transcript.
type TranscriptSource string

// The sources.
const (
	SourceManual TranscriptSource = "manual"
	SourceAuto   TranscriptSource = "auto_generated"
	// SourceMachine is a transcript that a service had written down by a machine of its
	// own, where no network has one.
	SourceMachine TranscriptSource = "machine"
)

// VideoTranscript holds the speech of a video, with times.
type VideoTranscript struct {
	VideoID            string           `json:"video_id"`
	URL                string           `json:"url"`
	Title              string           `json:"title"`
	Language           string           `json:"language"`
	Source             TranscriptSource `json:"source"`
	Transcript         []Segment        `json:"transcript"`
	FullText           string           `json:"full_text"`
	WordCount          int              `json:"word_count"`
	AvailableLanguages []TrackLanguage  `json:"available_languages"`
	ScrapedAt          time.Time        `json:"scraped_at"`
}

// Segment is one caption; Start and Duration are seconds.
type Segment struct {
	Text     string  `json:"text"`
	Start    float64 `json:"start"`
	Duration float64 `json:"duration"`
}

// TrackLanguage is one language that a video has captions in.
type TrackLanguage struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	IsAuto bool   `json:"is_auto"`
}

// LanguageAuto asks for the language of the video itself.
const LanguageAuto = "auto"
