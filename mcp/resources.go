package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
)

// scheme is that of the resources: what is kept, for nothing.
const scheme = "greenroom://"

// listedMost limits the resources listed of each kind.
const listedMost = 50

func (s *Server) addResources() {
	for _, t := range []struct{ path, name, what string }{
		{"creator/{id}", "creator", "A creator who was read before"},
		{"transcript/{platform}/{id}", "transcript", "What is said in a video or post that was read before"},
		{"shortlist/{id}", "shortlist", "A list of the planner"},
	} {
		if t.name == "shortlist" && s.cfg.Book == nil {
			continue
		}
		s.server.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: scheme + t.path, Name: t.name, MIMEType: "application/json", Description: t.what + "; free. " + whose}, s.read)
	}
}

const whose = "Words under " + strangers + " are other people's."

// resources are the planner's lists and the transcripts that are kept. They are named by
// their ids: titles are words of strangers.
func (s *Server) resources(ctx context.Context) []*sdk.Resource {
	all := []*sdk.Resource{}
	add := func(kind, id string) {
		if idForm.MatchString(id) { // others may have chosen it
			all = append(all, &sdk.Resource{URI: scheme + kind + "/" + id, Name: kind + " " + id, MIMEType: "application/json"})
		}
	}
	if s.cfg.Book != nil {
		if state, err := s.cfg.Book.Read(ctx); err == nil {
			for _, l := range state.Lists[max(0, len(state.Lists)-listedMost):] {
				add("shortlist", l.ID)
			}
		}
	}
	if s.cfg.Kept != nil {
		if kept, err := s.cfg.Kept(ctx, listedMost); err == nil {
			for _, k := range kept {
				add("transcript", string(k.Platform)+"/"+k.ID)
			}
		}
	}
	return all
}

// read is a resource, from what is kept alone.
func (s *Server) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	part := strings.Split(strings.TrimPrefix(uri, scheme), "/")
	var a answer
	var err error
	switch {
	case part[0] == "creator" && len(part) == 2:
		a.value, _, err = s.cfg.Client.Creator(ctx, part[1], true, client.KeptOnly())
	case part[0] == "transcript" && len(part) == 3:
		a, err = s.keptTranscript(ctx, api.Platform(part[1]), part[2])
		a.again = "call get_transcript for it"
	case part[0] == "shortlist" && len(part) == 2 && s.cfg.Book != nil:
		a, err = s.lists(ctx, part[1])
		a.again = "call shortlist_read for it"
	default:
		err = sdk.ResourceNotFoundError(uri)
	}
	if err != nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "application/json", Text: string(a.write(0, map[string]any{"charged": 0}))}}}, nil
}

// keptTranscript is one in the language that is spoken, however that was asked for.
func (s *Server) keptTranscript(ctx context.Context, p api.Platform, id string) (a answer, err error) {
	for _, language := range []string{"", api.LanguageAuto} {
		if a, _, err = s.transcript(ctx, TranscriptIn{Platform: p, ID: id, Language: language}, client.KeptOnly()); err == nil {
			return a, nil
		}
	}
	return a, err
}
