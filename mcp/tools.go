package mcp

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/ui/text"
)

// tool is a row of the table: what an agent is told before it calls.
type tool struct {
	name, does string
	prices     []api.Operation // none: it is free
	cheaper    string          // what to do where it may not be paid
	changes    bool            // it leaves something behind
	takes      any
}

// The tools that have a price. Prices are not written here: see listed.
var (
	findCreator = tool{name: "find_creator", does: "Find a creator by the beginning of a name or handle.", prices: []api.Operation{api.OpAutocomplete}, takes: FindIn{}}
	search      = tool{name: "search_creators", does: "Search creators in plain words: topics, places, sizes, languages. Costs for the limit at most, and only for creators found.",
		prices: []api.Operation{api.OpSearch}, cheaper: "A lower limit, find_creator or more_results of an earlier search costs less.", takes: SearchIn{}}
	more       = tool{name: "more_results", does: "Next page of a search that was paid for.", prices: []api.Operation{api.OpSearchPage}, takes: MoreIn{}}
	getCreator = tool{name: "get_creator", does: "One creator: figures of their accounts, themes, facts.", prices: []api.Operation{api.OpCreator}, takes: CreatorIn{}}
	getPosts   = tool{name: "get_posts", does: "Stored posts of a creator with their figures and captions.", prices: []api.Operation{api.OpPosts},
		cheaper: "A lower limit costs less.", takes: PostsIn{}}
	getTranscript = tool{name: "get_transcript", does: "What is said in a video or post, with times.", prices: []api.Operation{api.OpVideoTranscript, api.OpPhotoTranscript}, takes: TranscriptIn{}}
	match         = tool{name: "match_creators", does: "Hold creators against a brief: decision, score (the probability that it fits) and reasons.", prices: []api.Operation{api.OpMatch},
		cheaper: "Fewer creators cost less.", takes: MatchIn{}}
	brandSafety = tool{name: "brand_safety", does: "Whether a brand can stand beside what creators write and say: rating and flags with their evidence.", prices: []api.Operation{api.OpSafetyCreators},
		cheaper: "Fewer creators cost less; match_creators sorts them first for less.", takes: SafetyIn{}}
	similar = tool{name: "similar_creators", does: "Creators who resemble others, closest first.", prices: []api.Operation{api.OpLookalike},
		cheaper: "A lower limit costs less.", takes: SimilarIn{}}
	readLists = tool{name: "shortlist_read", does: "The planner's lists: briefs, members, verdicts, proposals that wait. Without an id: all lists in short.", takes: ListIn{}}
	propose   = tool{name: "shortlist_propose", does: "Propose creators for a list. Nothing changes until the planner takes a proposal in the workbench.", changes: true, takes: ProposeIn{}}
	budget    = tool{name: "budget", does: "What may be spent, and from which price on a call has to be agreed to.", takes: BudgetIn{}}
)

// What the tools take.
type (
	FindIn struct {
		Name     string       `json:"name"`
		Platform api.Platform `json:"platform,omitempty"`
		Limit    int          `json:"limit,omitempty" jsonschema:"1 to 50"`
		Paying
	}
	SearchIn struct {
		Query     string         `json:"query" jsonschema:"plain words, at most 500 characters"`
		Limit     int            `json:"limit,omitempty" jsonschema:"1 to 100, 10 where none is given"`
		Platforms []api.Platform `json:"platforms,omitempty"`
		Least     *float64       `json:"followers_min,omitempty"`
		Most      *float64       `json:"followers_max,omitempty"`
		Paying
	}
	MoreIn struct {
		ID     string `json:"search_id"`
		Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the page before; none is the first page"`
		Reading
	}
	CreatorIn struct {
		ID string `json:"creator_id"`
		Paying
	}
	PostsIn struct {
		ID     string       `json:"creator_id"`
		Sort   api.PostSort `json:"sort,omitempty"`
		Limit  int          `json:"limit,omitempty" jsonschema:"1 to 100, 10 where none is given"`
		Cursor string       `json:"cursor,omitempty" jsonschema:"next_cursor of the page before"`
		Paying
	}
	TranscriptIn struct {
		Platform api.Platform `json:"platform" jsonschema:"videoplatform or photoplatform"`
		ID       string       `json:"id" jsonschema:"platform_id of a post"`
		Language string       `json:"language,omitempty" jsonschema:"a code such as de; none is the language that is spoken"`
		Paying
	}
	MatchIn struct {
		IDs     []string `json:"creator_ids" jsonschema:"1 to 100"`
		Query   string   `json:"query" jsonschema:"the brief in a sentence"`
		Context string   `json:"context,omitempty" jsonschema:"more of the brief"`
		Paying
	}
	SafetyIn struct {
		IDs []string `json:"creator_ids" jsonschema:"1 to 25"`
		Paying
	}
	SimilarIn struct {
		IDs   []string `json:"creator_ids" jsonschema:"1 to 10"`
		Limit int      `json:"limit,omitempty" jsonschema:"1 to 100, 10 where none is given"`
		Paying
	}
	ListIn struct {
		ID string `json:"list_id,omitempty"`
		Reading
	}
	ProposeIn struct {
		List     string     `json:"list_id"`
		Creators []Proposed `json:"creators" jsonschema:"1 to 20 that a tool has answered with"`
	}
	Proposed struct {
		ID  string `json:"creator_id"`
		Why string `json:"why" jsonschema:"for the planner, at most 300 characters"`
	}
	BudgetIn struct{ Reading }
)

// defaultLimit is the number of results where an agent names none: fewer than people are
// shown, since a model reads each of them.
const defaultLimit = 10

// schemas are types that JSON has other words for.
var schemas = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[api.Credits]():  {Type: "number"},
	reflect.TypeFor[api.Platform](): {Type: "string", Enum: words(api.Platforms())},
	reflect.TypeFor[api.PostSort](): {Type: "string", Enum: words(api.PostSorts())},
}

func words[T ~string](all []T) (out []any) {
	for _, w := range all {
		out = append(out, string(w))
	}
	return out
}

// listed is a tool as it is offered.
func (t tool) listed() *sdk.Tool {
	in, err := jsonschema.ForType(reflect.TypeOf(t.takes), &jsonschema.ForOptions{TypeSchemas: schemas})
	if err != nil {
		panic(fmt.Sprintf("what %s takes: %v", t.name, err)) // a mistake in the table
	}
	for _, p := range in.Properties {
		if len(p.Types) > 1 { // a list or null: programs there are read one type only
			p.Type, p.Types = p.Types[len(p.Types)-1], nil
		}
	}
	no := false
	return &sdk.Tool{Name: t.name, Description: t.does + " " + t.price(), InputSchema: in,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: !t.changes, IdempotentHint: true, DestructiveHint: &no}}
}

// price tells the price of a tool, in words, from the one table of prices.
func (t tool) price() string {
	var said []string
	for _, op := range t.prices {
		p, what, parts := api.PriceOf(op), "", []string{}
		if len(t.prices) > 1 {
			what = strings.ReplaceAll(string(op), "_", " ") + " "
		}
		if p.Base > 0 {
			parts = append(parts, p.Base.String()+" credits")
		}
		if p.PerItem > 0 {
			parts = append(parts, fmt.Sprintf("%s credits per %s", p.PerItem, p.Item))
		}
		if len(parts) > 0 {
			said = append(said, what+strings.Join(parts, " + "))
		}
	}
	if len(said) == 0 {
		return "Free."
	}
	return "Price: " + strings.Join(said, ", ") + "."
}

func (s *Server) addTools() {
	c := s.cfg.Client
	add(s, findCreator, func(ctx context.Context, in FindIn, opts ...client.Option) (answer, client.Receipt, error) {
		all, r, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: in.Name, Platform: in.Platform, Limit: in.Limit}, opts...)
		for _, v := range all {
			m := plan.Member{Creator: v.ID, Name: v.Name}
			if len(v.Platforms) > 0 {
				m.Platform, m.Username = v.Platforms[0].Platform, v.Platforms[0].Username
			}
			s.meet(m)
		}
		return answer{value: map[string]any{"creators": all}, list: "creators"}, r, err
	})
	add(s, search, func(ctx context.Context, in SearchIn, opts ...client.Option) (answer, client.Receipt, error) {
		if look, _, err := c.Interpret(ctx, in.request()); err == nil { // free; then no more is charged than match
			opts = append(opts, client.Finds(look.FilteredTotal))
		}
		p, r, err := c.Search(ctx, in.request(), opts...)
		return s.found(p), r, err
	})
	add(s, more, func(ctx context.Context, in MoreIn, opts ...client.Option) (answer, client.Receipt, error) {
		p, r, err := c.SearchPage(ctx, in.ID, in.Cursor, opts...)
		return s.found(p), r, err
	})
	add(s, getCreator, func(ctx context.Context, in CreatorIn, opts ...client.Option) (answer, client.Receipt, error) {
		v, r, err := c.Creator(ctx, in.ID, true, opts...)
		s.meet(memberOf(v))
		return answer{value: v}, r, err
	})
	add(s, getPosts, func(ctx context.Context, in PostsIn, opts ...client.Option) (answer, client.Receipt, error) {
		p, r, err := c.Posts(ctx, client.PostsParams{CreatorID: in.ID, Sort: in.Sort, Limit: or(in.Limit), Cursor: in.Cursor}, opts...)
		return answer{value: p, list: "data", more: goOn(p.HasMore, p.NextCursor, "get_posts with the same sort", "charged for each post")}, r, err
	})
	add(s, getTranscript, s.transcript)
	add(s, match, func(ctx context.Context, in MatchIn, opts ...client.Option) (answer, client.Receipt, error) {
		brief := api.Intent{Query: in.Query}
		if in.Context != "" {
			brief.Context = &in.Context
		}
		f, r, err := c.Match(ctx, refs(in.IDs), brief, opts...)
		return answer{value: f, list: "data"}, r, err
	})
	add(s, brandSafety, func(ctx context.Context, in SafetyIn, opts ...client.Option) (answer, client.Receipt, error) {
		f, r, err := c.SafetyOfCreators(ctx, refs(in.IDs), opts...)
		return answer{value: f, list: "data"}, r, err
	})
	add(s, similar, func(ctx context.Context, in SimilarIn, opts ...client.Option) (answer, client.Receipt, error) {
		limit := or(in.Limit)
		ask := api.LookalikeRequest{Limit: &limit}
		for i := range in.IDs {
			ask.Seeds = append(ask.Seeds, api.Seed{CreatorID: &in.IDs[i]})
		}
		p, r, err := c.Lookalike(ctx, ask, opts...)
		for _, v := range p.Data {
			s.meet(cardOf(v.Creator, v.PrimaryProfile))
		}
		return answer{value: p, list: "data"}, r, err
	})
	s.addPlanTools()
}

func (in SearchIn) request() api.SearchRequest {
	limit := or(in.Limit)
	q := api.SearchRequest{Query: in.Query, Limit: &limit, Platforms: in.Platforms}
	if in.Least != nil || in.Most != nil {
		q.Filters = &api.SearchFilters{Followers: &api.Range{Min: in.Least, Max: in.Most}}
	}
	return q
}

func or(limit int) int {
	if limit == 0 {
		return defaultLimit
	}
	return limit
}

func refs(ids []string) []api.CreatorRef {
	all := make([]api.CreatorRef, len(ids))
	for i := range ids {
		all[i].CreatorID = &ids[i]
	}
	return all
}

// goOn says how the next page is asked for, "" where there is none.
func goOn(has bool, cursor *string, tool, cost string) string {
	if !has || cursor == nil {
		return ""
	}
	return fmt.Sprintf("There is more: call %s and cursor: the next_cursor of this result; %s.", tool, cost)
}

// found is a page of a search.
func (s *Server) found(p api.SearchPage) answer {
	for _, v := range p.Data {
		s.meet(cardOf(v.Creator, v.PrimaryProfile))
	}
	return answer{value: p, list: "data", more: goOn(p.HasMore, p.NextCursor, "more_results with this search_id", "free")}
}

// line returns the words at a time.
func line(at float64, words string) string {
	return fmt.Sprintf("%d:%02d %s", int(at)/60, int(at)%60, words)
}

func (s *Server) transcript(ctx context.Context, in TranscriptIn, opts ...client.Option) (answer, client.Receipt, error) {
	if in.Platform == api.ShortVideoPlatform {
		return answer{}, client.Receipt{}, errors.New("only videoplatform and photoplatform have transcripts")
	}
	if in.Platform == api.VideoPlatform {
		v, r, err := s.cfg.Client.VideoTranscript(ctx, in.ID, in.Language, opts...)
		return spoken(v.VideoID, v.Language, v.Source, v.Title, v.Transcript, v.FullText), r, err
	}
	v, r, err := s.cfg.Client.PhotoTranscript(ctx, in.ID, in.Language, opts...)
	return spoken(v.Shortcode, v.Language, v.Source, "", nil, v.FullText), r, err
}

// spoken is a transcript as entries: captions, or lines where there are no times.
func spoken(id, language string, source api.TranscriptSource, title string, captions []api.Segment, whole string) answer {
	lines := []string{}
	for _, c := range captions {
		lines = append(lines, line(c.Start, c.Text))
	}
	if len(captions) == 0 {
		lines = chunks(whole)
	}
	return answer{list: "lines", value: map[string]any{"id": id, "language": language, "source": source, "title": title, "lines": lines}}
}

// chunkWords is the number of words of an entry in a text without times.
const chunkWords = 40

func chunks(s string) (out []string) {
	all := strings.Fields(s)
	for i := 0; i < len(all); i += chunkWords {
		out = append(out, strings.Join(all[i:min(i+chunkWords, len(all))], " "))
	}
	return out
}

// meet notes who was answered with: they can be proposed.
func (s *Server) meet(m plan.Member) {
	if m.Creator == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.met) < metMost {
		m.Name = text.Clean(m.Name).Truncate(80, text.Ellipsis).String()
		s.met[strings.ToLower(m.Creator)] = m
	}
}

// metMost limits the creators remembered for a session.
const metMost = 10_000

func cardOf(c api.CreatorBasic, p *api.ProfileSummary) plan.Member {
	m := plan.Member{Creator: c.ID, Name: c.Name, Seen: p}
	if p != nil {
		m.Platform, m.Username = p.Platform, p.Username
	}
	return m
}

func memberOf(c api.Creator) plan.Member {
	if len(c.Profiles) == 0 {
		return cardOf(c.CreatorBasic, nil)
	}
	return cardOf(c.CreatorBasic, &c.Profiles[0])
}
