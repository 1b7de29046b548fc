package cmd

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"
)

// The groups of the commands that ask a service.
const (
	groupFind = "find"
	groupVet  = "vet"
	groupLive = "live"
	groupKeep = "keep"
)

// endpointGroups are the groups as help shows them.
func endpointGroups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupFind, Title: "Find creators"},
		{ID: groupVet, Title: "Vet creators and posts"},
		{ID: groupLive, Title: "Ask the networks, live"},
		{ID: groupKeep, Title: "Keep what was chosen"},
	}
}

// endpointCommands are the commands that ask a service: one for each thing the
// contract offers.
func endpointCommands(at *reach) []*cobra.Command {
	return []*cobra.Command{
		newSearch(at), newSession(at), newAutocomplete(at), newLookalike(at), newIngest(at),
		newCreator(at), newProfiles(at), newPosts(at), newMatch(at), newSafety(at), newAnalyze(at), newEmails(at),
		newPost(at), newTranscript(at), newLiveProfile(at), newVideo(at), newVideos(at), newSuggest(at), newChannel(at),
		newShortlists(at), newHealth(at),
	}
}

// newExitCodes is a topic of help.
func newExitCodes() *cobra.Command {
	c := &cobra.Command{
		Use: "exit-codes", GroupID: groupMore, Short: "The codes that commands end with", Args: takes(0, 0, "no words"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			writeExits(cmd.OutOrStdout())
			return nil
		},
	}
	c.SetHelpFunc(func(cmd *cobra.Command, _ []string) { writeExits(cmd.OutOrStdout()) })
	return c
}

func writeExits(w io.Writer) {
	for _, e := range exits {
		fmt.Fprintf(w, "%d  %s\n", e.code, e.meaning)
	}
}

// anyNumber is how many items a command takes that takes as many as there are.
const anyNumber = math.MaxInt
