package importer

import (
	"path/filepath"
	"regexp"
	"strings"

	"greenroom/api"
	"greenroom/service/media"
)

var neutral = map[string]api.Platform{
	"photo": api.PhotoPlatform, "photos": api.PhotoPlatform, "reel": api.PhotoPlatform, "reels": api.PhotoPlatform,
	"shortvideo": api.ShortVideoPlatform, "shortvideos": api.ShortVideoPlatform, "short": api.ShortVideoPlatform,
	"shorts": api.ShortVideoPlatform,
	"video":  api.VideoPlatform, "videos": api.VideoPlatform, "channels": api.VideoPlatform,
}

// platformOf reads a cell that names a network.
func platformOf(cell string) (api.Platform, bool) {
	word := strings.ToLower(strings.Join(strings.Fields(cell), ""))
	if p, ok := media.Brands[word]; ok {
		return p, true
	}
	p, ok := neutral[word]
	return p, ok
}

// votes are the networks that one kind of evidence speaks for.
type votes map[api.Platform]bool

func (v votes) count(words words, names map[string]api.Platform) {
	for word := range words {
		if p, ok := names[word]; ok {
			v[p] = true
		}
	}
}

func (v votes) only() api.Platform {
	for p := range v {
		if len(v) == 1 {
			return p
		}
	}
	return ""
}

// recognisePlatform finds the network of a table. Evidence is heard in the
// order of its strength; the first kind that speaks decides.
func (l *layout) recognisePlatform(sample []record, stated api.Platform, path string) (api.Platform, error) {
	if stated != "" || l.kind == KindVideoList {
		return stated, nil
	}
	if l.has(fieldPlatform) || l.severalNetworks() {
		return "", nil
	}
	for _, hear := range []func([]record, string) votes{l.brandVotes, l.addressVotes, fileVotes, l.headerVotes, folderVotes} {
		heard := hear(sample, path)
		if len(heard) == 0 {
			continue
		}
		if p := heard.only(); p != "" {
			return p, nil
		}
		return "", refuse("It speaks of several networks at once; say which one it is of with --platform, such as --platform %s.", api.PhotoPlatform)
	}
	return "", refuse("It does not say which network it is of; say it with --platform %s, %s or %s.",
		api.PhotoPlatform, api.VideoPlatform, api.ShortVideoPlatform)
}

func (l *layout) brandVotes([]record, string) votes {
	heard := votes{}
	for _, w := range l.words {
		heard.count(w, media.Brands)
	}
	return heard
}

// addressVotes hears addresses and ids, which only one network writes so.
func (l *layout) addressVotes(sample []record, _ string) votes {
	heard := votes{}
	for _, f := range []field{fieldURL, fieldProfileURL, fieldChannelID, fieldUsername, fieldProfileID, fieldThumbnail} {
		for _, column := range l.columns[f] {
			for _, row := range sample {
				if column < len(row.cells) {
					heard.hearAddress(row.cells[column])
				}
			}
		}
	}
	return heard
}

func (v votes) hearAddress(cell string) {
	cell = strings.TrimSpace(cell)
	if media.ChannelID.MatchString(cell) {
		v[api.VideoPlatform] = true
		return
	}
	if address, ok := media.ParseURL(cell); ok && strings.Contains(cell, "/") {
		if p := media.PlatformOfHost(address.Host); p != "" {
			v[p] = true
		}
	}
}

var notWord = regexp.MustCompile(`[^\pL]+`)

func fileVotes(_ []record, path string) votes { return nameVotes(filepath.Base(path)) }

func folderVotes(_ []record, path string) votes {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return votes{}
	}
	return nameVotes(filepath.Base(filepath.Dir(absolute)))
}

func nameVotes(name string) votes {
	set := words{}
	for _, word := range notWord.Split(strings.ToLower(name), -1) {
		set[word] = true
	}
	if set["short"] && set["video"] {
		delete(set, "video")
	}
	heard := votes{}
	if heard.count(set, media.Brands); len(heard) == 0 {
		heard.count(set, neutral)
	}
	return heard
}

// headerVotes hears the words that only the long-video network uses.
func (l *layout) headerVotes([]record, string) votes {
	for i, w := range l.words {
		if w.any("subscribers", "subscriber", "subs", "uploads", "video", "videos", "suscriptores", "abonnenten") &&
			!l.averaged(i) {
			return votes{api.VideoPlatform: true}
		}
	}
	return votes{}
}
