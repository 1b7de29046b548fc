package store

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
)

// naturalSpace is the name space of ids made from natural keys: the same
// network and name give the same id in every store.
var naturalSpace = uuid.NewSHA1(uuid.NameSpaceDNS, []byte("greenroom.natural-keys"))

// NaturalID is the id of what has none of its own: a version 5 UUID of what it
// is known by, the same in every engine.
func NaturalID(kind string, key string) string {
	return uuid.NewSHA1(naturalSpace, []byte(kind+":"+key)).String()
}

// NameKey is a username as it is looked up: in any case.
func NameKey(username string) string { return strings.ToLower(username) }

// ProfileKey returns the natural key of a profile: network and username, or the network's
// own id. It is empty where neither is known.
func ProfileKey(p service.Profile) string {
	switch {
	case p.Username != "":
		return string(p.Platform) + ":@" + NameKey(p.Username)
	case p.ExternalID != "":
		return ExternalKey(p)
	}
	return ""
}

// ExternalKey is the network and its own id of a profile.
func ExternalKey(p service.Profile) string { return string(p.Platform) + ":#" + p.ExternalID }

// CreatorKey returns the natural key of a creator without an id: its first profile, else
// its name. It is empty where a bundle describes no creator.
func CreatorKey(b service.Bundle) string {
	if len(b.Profiles) > 0 {
		return ProfileKey(b.Profiles[0])
	}
	if b.Creator.Name != "" {
		return "name:" + NameKey(b.Creator.Name)
	}
	return ""
}

// GivenID is an id as stored; one that is no UUID is refused.
func GivenID(kind, id string) (string, error) {
	if !api.ValidUUID(id) {
		return "", fmt.Errorf("the id of a %s is no UUID: %q", kind, id)
	}
	return strings.ToLower(id), nil
}
