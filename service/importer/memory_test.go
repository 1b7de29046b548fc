package importer_test

import (
	"context"
	"strings"

	"greenroom/api"
	"greenroom/service"
)

// memory is a sink that keeps what it is given, as it comes.
type memory struct {
	profiles map[string]service.Profile
	creators map[string]service.Creator
	settings map[string]string
	posts    map[string]service.Post
	owners   map[string]string // of posts
}

func newMemory() *memory {
	return &memory{map[string]service.Profile{}, map[string]service.Creator{}, map[string]string{}, map[string]service.Post{}, map[string]string{}}
}

func (m *memory) Write(_ context.Context, bundles []service.Bundle) (w service.Written, err error) {
	for _, b := range bundles {
		for _, p := range b.Profiles {
			key := string(p.Platform) + "@" + strings.ToLower(p.Username)
			p.CreatorID = key
			m.profiles[key], m.creators[key] = p, b.Creator
			w.New.Profiles++
		}
		for _, p := range b.Posts {
			key := "post " + string(p.Platform) + " " + p.PlatformID
			m.posts[key] = p
			for _, owner := range b.Profiles {
				if owner.Platform == p.Platform {
					m.owners[key] = owner.Username
				}
			}
		}
	}
	return w, nil
}

func (m *memory) Creator(_ context.Context, id string) (service.Creator, error) {
	return m.creators[id], nil
}

func (m *memory) Profiles(_ context.Context, ids ...string) (map[string][]service.Profile, error) {
	return map[string][]service.Profile{ids[0]: {m.profiles[ids[0]]}}, nil
}

func (m *memory) ProfileByName(_ context.Context, p api.Platform, name string) (service.Profile, error) {
	if found, ok := m.profiles[string(p)+"@"+strings.ToLower(name)]; ok {
		return found, nil
	}
	return service.Profile{}, service.ErrNotFound
}

func (m *memory) ProfileByExternalID(context.Context, api.Platform, string) (service.Profile, error) {
	return service.Profile{}, service.ErrNotFound
}

func (m *memory) ProfileByID(context.Context, string) (service.Profile, error) {
	return service.Profile{}, service.ErrNotFound
}

func (m *memory) Post(context.Context, api.Platform, string) (service.Post, error) {
	return service.Post{}, service.ErrNotFound
}

func (m *memory) Transcripts(context.Context, api.Platform, string) ([]service.Transcript, error) {
	return nil, service.ErrNotFound
}

func (m *memory) Setting(_ context.Context, name string) (string, error) {
	if v, ok := m.settings[name]; ok {
		return v, nil
	}
	return "", service.ErrNotFound
}

func (m *memory) SetSetting(_ context.Context, name, value string) error {
	m.settings[name] = value
	return nil
}
