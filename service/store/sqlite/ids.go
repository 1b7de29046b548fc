package sqlite

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

// naturalID is a version 5 UUID of a natural key.
func naturalID(kind string, key string) string {
	return uuid.NewSHA1(naturalSpace, []byte(kind+":"+key)).String()
}

// profileKey is what a profile is known by: network and username, or the
// network's own id. It is empty where neither is known.
func profileKey(p service.Profile) string {
	switch {
	case p.Username != "":
		return string(p.Platform) + ":@" + nameKey(p.Username)
	case p.ExternalID != "":
		return externalKey(p)
	}
	return ""
}

func externalKey(p service.Profile) string { return string(p.Platform) + ":#" + p.ExternalID }

// creatorKey is what a creator without an id is known by: its first profile,
// else its name. It is empty where a bundle describes no creator.
func creatorKey(b service.Bundle) string {
	if len(b.Profiles) > 0 {
		return profileKey(b.Profiles[0])
	}
	if b.Creator.Name != "" {
		return "name:" + nameKey(b.Creator.Name)
	}
	return ""
}

// givenID is an id as stored; one that is no UUID is refused.
func givenID(kind, id string) (string, error) {
	if !api.ValidUUID(id) {
		return "", fmt.Errorf("the id of a %s is no UUID: %q", kind, id)
	}
	return strings.ToLower(id), nil
}
