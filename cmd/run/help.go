package run

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/internal/each"
	"greenroom/ui/text"
)

// helpColumns is the width of help: it is read in the smallest of windows.
const helpColumns = 80

// around is the room in a line of help beside a name and its description.
const around = 8

// FitHelp breaks the descriptions that a command's help shows, which are printed
// as they are.
func FitHelp(root, c *cobra.Command) {
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		names := 0
		c.Flags().VisitAll(func(f *pflag.Flag) { names = max(names, len(flagKey(f))) })
		for _, sub := range c.Commands() {
			names = max(names, len(sub.Use)+len(" [--flags]"))
		}
		room := max(20, helpColumns-around-names)
		c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = broken(f.Usage, defaultShown(f), room) })
		for _, sub := range c.Commands() {
			sub.Short = broken(sub.Short, "", room)
		}
		root.HelpFunc()(c, args)
	})
}

func flagKey(f *pflag.Flag) string {
	if f.Shorthand == "" {
		return "--" + f.Name
	}
	return "-" + f.Shorthand + " --" + f.Name
}

// defaultShown returns the text printed behind the description of a flag.
func defaultShown(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "false", "0", "[]":
		return ""
	}
	return " (" + f.DefValue + ")"
}

// broken sets words in lines that leave room for what follows them.
func broken(words, behind string, room int) string {
	lines := each.Of(text.Clean(words+behind).Wrap(room), func(l text.Text) string { return strings.TrimRight(l.String(), " ") })
	return strings.TrimSuffix(strings.Join(lines, "\n"), behind)
}
