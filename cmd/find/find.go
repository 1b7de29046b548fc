// Package find holds the commands that find creators and bring new ones in.
package find

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{search(at), list(at), interpret(at), session(at), autocomplete(at), lookalike(at), ingest(at)}
}

// filters are those that a search and a look-alike search share.
type filters struct {
	followers, engagement run.Span
	verified              bool
	platforms             []string
}

func (f *filters) flags(s *pflag.FlagSet) {
	s.StringSliceVar(&f.platforms, "platform", nil, "only creators on these PLATFORMS")
	s.Var(&f.followers, "followers", "only creators with MIN-MAX followers, such as 10k-100k or 50k-")
	s.Var(&f.engagement, "engagement", "only creators with an engagement rate of MIN-MAX percent, such as 3-")
	s.BoolVar(&f.verified, "verified", false, "only verified creators")
}

// only is a pointer to true, nil where the flag is not set.
func (f *filters) only() *bool {
	if !f.verified {
		return nil
	}
	return &f.verified
}
