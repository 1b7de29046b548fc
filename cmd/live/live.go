// Package live holds the commands that ask the networks themselves.
package live

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{post(at), transcript(at), profile(at), video(at), videos(at), suggest(at), channel(at)}
}

// viewer adds from where a network is asked, and in which language.
func viewer(f *pflag.FlagSet, country, language *string) {
	f.StringVar(country, "country", "", "results as seen in COUNTRY, a two-letter code")
	f.StringVar(language, "language", "", "results in a language, by its CODE")
}
