package run

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/client/local"
	"greenroom/client/plan"
)

// Known tells which kept names an argument may be.
type Known int

// What is known. A command that names neither has no words completed but files.
const (
	_ Known = iota
	Accounts
	Lists
)

// Of has the words completed by what is kept.
func (w Words) Of(k Known) Words { w.known = k; return w }

const (
	mostCompleted  = 50
	completionTime = 300 * time.Millisecond
)

var (
	// A shell puts on its line what it is offered, and others may have written it. So
	// only names are offered that say nothing to any shell, quoted or not.
	plainHandle = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)
	plainName   = regexp.MustCompile(`^[\pL\pN][\pL\pM\pN ._,-]*$`)
)

// complete offers what is kept on this machine. It asks no service, makes no file and
// waits for nobody.
func (w Words) complete(at *At) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		switch {
		case len(args) >= w.Most:
			return nil, cobra.ShellCompDirectiveNoFileComp
		case w.known == 0:
			return nil, cobra.ShellCompDirectiveDefault
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), completionTime)
		defer cancel()
		var offered []string
		for _, word := range w.kept(ctx, at) {
			if len(offered) < mostCompleted && strings.HasPrefix(word, begun) && !slices.Contains(args, word) && !slices.Contains(offered, word) {
				offered = append(offered, word)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// kept returns the known words: those of lists first, then accounts seen last.
func (w Words) kept(ctx context.Context, at *At) (words []string) {
	set, err := at.Settings()
	if err != nil {
		return nil
	}
	account := func(platform, name string) {
		if plainHandle.MatchString(name) && plainHandle.MatchString(platform) {
			words = append(words, "@"+name, platform+":"+name)
		}
	}
	memory := set.Folders.Memory()
	for _, l := range plan.Glance(ctx, planBeside(memory)) {
		switch {
		case w.known == Accounts:
			for _, m := range l.Members {
				account(string(m.Platform), m.Username)
			}
		case plainName.MatchString(l.Name):
			words = append(words, l.Name)
		case plainHandle.MatchString(l.ID):
			words = append(words, l.ID)
		}
	}
	if w.known == Accounts {
		for _, ref := range local.Accounts(ctx, memory) {
			platform, name, _ := strings.Cut(ref, ":")
			account(platform, name)
		}
	}
	return words
}

// planBeside is the file of what is decided, beside that of the memory.
func planBeside(memory string) string { return filepath.Join(filepath.Dir(memory), "plan.db") }
