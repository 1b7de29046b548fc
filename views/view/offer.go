package view

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/views/fetch"
)

// Offer is a call that a key would start, as far as its price goes.
type Offer struct {
	Key       string // names the question: the same question has the same key
	Low, High api.Credits
	Sums      bool // what a dry run of Call shows adds up to High, so that a part that is kept can be taken off
	// Call makes it. The root looks with it, sending nothing, whether the answer is
	// kept.
	Call func(ctx context.Context, opts ...client.Option) error
}

// Paid is a call that costs: it is offered for what it is asked for.
type Paid[T any] struct {
	Offer
	call fetch.Call[T]
}

// Costing is a call that costs from low to high.
func Costing[T any](key string, low, high api.Credits, call fetch.Call[T]) Paid[T] {
	return Paid[T]{Offer{Key: key, Low: low, High: high, Call: Tries(call)}, call}
}

// Each is a call that costs as an operation on so many things does.
func Each[T any](m *Money, op api.Operation, n int, key string, call fetch.Call[T]) Paid[T] {
	low, high := m.Prices.Each(op, n)
	return Costing(key, low, high, call)
}

// Start makes the call.
func (p Paid[T]) Start(slot *fetch.Slot[T], opts ...client.Option) tea.Cmd {
	return slot.Start(p.High, p.call, opts...)
}

// Ask asks about it, and makes it.
func (p Paid[T]) Ask(what text.Text, slot *fetch.Slot[T], opts ...client.Option) Out {
	return Out{Next: Asking(what, p.High, func(more ...client.Option) tea.Cmd { return p.Start(slot, more...) }, opts...)}
}

// Tries drops the answer of a call: only its failure counts.
func Tries[T any](call func(context.Context, ...client.Option) (T, client.Receipt, error)) func(context.Context, ...client.Option) error {
	return func(ctx context.Context, opts ...client.Option) error {
		_, _, err := call(ctx, opts...)
		return err
	}
}

// Offering is a screen that shows what calls cost. The root asks the memory for
// those that are offered, so that what is kept is shown as free.
type Offering interface{ Offers() []Offer }

// Look is the memory's answer about an offer.
type Look struct {
	Kept bool
	At   time.Time   // when the oldest of what is kept came
	High api.Credits // what the rest costs at most
}

// Tell tells the price of an offer, in words: "kept, 3 h old" where the memory answers it.
func (e *Env) Tell(o Offer) string {
	look, looked := e.Looked[o.Key]
	if look.Kept {
		return Kept(look.At, e.Now).String()
	}
	if kept := o.High - look.High; looked && kept > 0 {
		o.Low, o.High = max(0, o.Low-kept), look.High
	}
	return tell(o)
}

func tell(o Offer) string {
	switch {
	case o.High == 0:
		return "free"
	case o.Low < o.High:
		return "≤" + o.High.String() + " cr"
	}
	return o.High.String() + " cr"
}

// Anew tells the price of asking again, whatever is kept.
func (m *Money) Anew(o Offer) string { return tell(o) }

// Again is Anew where it was asked before, else Tell.
func (e *Env) Again(o Offer, asked bool) string {
	if asked {
		return e.Anew(o)
	}
	return e.Tell(o)
}

// Again has what was asked before asked anew.
func Again(asked bool) []client.Option {
	return map[bool][]client.Option{true: {client.Refresh()}}[asked]
}

// TellIf tells the price of an offer where it is made; "" where it is not.
func (e *Env) TellIf(made bool, of func() Offer) string {
	if !made {
		return ""
	}
	return e.Tell(of())
}

// IsKept says whether a price tells that an answer is kept.
func IsKept(price string) bool { return strings.HasPrefix(price, "kept, ") }

// Free says whether an offer costs nothing.
func (m *Money) Free(o Offer) bool { return o.High == 0 || m.Looked[o.Key].Kept }

// OpenPrice tells the price of opening a creator, in words.
func (e *Env) OpenPrice(id string) string {
	return e.opens(Page{Kind: Creator, ID: id}, e.Creator(id).Offer)
}

// PageOffer is the first paid call of a page that is opened; the zero offer where that is free.
func (e *Env) PageOffer(p Page) Offer {
	switch {
	case p.Kind == Transcript:
		return e.TranscriptOffer(p.Platform, p.ID, "")
	case p.Kind == Creator && p.Post != "":
		return e.Posts(client.PostsParams{CreatorID: p.ID, Sort: api.SortRecent, Limit: PostsPage}).Offer
	case p.Kind == Creator:
		return e.Creator(p.ID).Offer
	}
	return Offer{}
}

// PagePrice tells the price of opening a page, in words; "" where it is always free.
func (e *Env) PagePrice(p Page) string {
	switch o := e.PageOffer(p); {
	case o.Call == nil:
		return ""
	case p.Kind == Transcript:
		return e.TranscriptPrice(p.Platform, p.ID)
	case p.Post != "":
		return e.Tell(o)
	default:
		return e.OpenPrice(p.ID)
	}
}

// opens tells the price of opening a page, in words.
func (e *Env) opens(p Page, o Offer) string {
	if e.Kept != nil && e.Kept(p) {
		return "kept, free"
	}
	return e.Tell(o)
}

// Creator reads a creator, as the first tab of its screen does.
func (e *Env) Creator(id string) Paid[api.Creator] {
	low, high := e.Prices.Creator()
	return Costing("creator "+id, low, high, fetch.With2(e.Client.Creator, id, true))
}

// TranscriptOffer is to read what is said in a post or video; "" is its own
// language.
func (e *Env) TranscriptOffer(p api.Platform, id, language string) Offer {
	key := "transcript " + string(p) + " " + id + " " + language
	if p == api.VideoPlatform {
		low, high := e.Prices.VideoTranscript()
		return Costing(key, low, high, fetch.With2(e.Client.VideoTranscript, id, language)).Offer
	}
	low, high := e.Prices.PhotoTranscript()
	return Costing(key, low, high, fetch.With2(e.Client.PhotoTranscript, id, language)).Offer
}

// TranscriptPrice tells the price of a transcript, or that there is none.
func (e *Env) TranscriptPrice(p api.Platform, id string) string {
	if e.Plan.Silent[plan.SilentKey(p, id)] != "" {
		return "none"
	}
	return e.opens(Page{Kind: Transcript, ID: id, Platform: p}, e.TranscriptOffer(p, id, ""))
}

// PostsPage is the number of posts that one call reads.
const PostsPage = 25

// Posts reads a page of a creator's posts.
func (e *Env) Posts(p client.PostsParams) Paid[api.Page[api.Post]] {
	low, high := e.Prices.Posts(p.Limit)
	return Costing("posts "+p.CreatorID+" "+string(p.Sort)+" "+p.Cursor, low, high, fetch.With(e.Client.Posts, p))
}

func keys(of []plan.Member) string { return strings.Join(each.Of(of, plan.Member.Key), " ") }

// Safety judges creators. An account may be nobody's at the service, and is not charged then.
func (e *Env) Safety(of ...plan.Member) Paid[api.Found[api.CreatorSafety, api.CreatorRef]] {
	known := each.Where(of, func(m plan.Member) bool { return m.Creator != "" })
	low, _ := e.Prices.Each(api.OpSafetyCreators, len(known))
	_, high := e.Prices.Each(api.OpSafetyCreators, len(of))
	return Costing("safety "+keys(of), low, high, fetch.With(e.Client.SafetyOfCreators, CreatorRefs(of)))
}

// ChannelVideos is the number of videos of a channel that are read at once.
const ChannelVideos = api.ChannelVideosDefault

// ChannelOffer is to read what is said in the newest videos of a channel.
func (e *Env) ChannelOffer(handle string) Offer {
	_, high := e.Prices.Each(api.OpChannelTranscripts, ChannelVideos)
	return Offer{Key: "channel " + handle, High: high, Call: Tries(fetch.With2(e.Client.ChannelTranscripts, handle, ChannelParams()))}
}

// ChannelParams ask for the newest videos of a channel, with their times, each in the
// language that is spoken in it: the endpoint's own default is English, and refuses a
// channel in any other.
func ChannelParams() client.ChannelParams {
	return client.ChannelParams{VideoLimit: ChannelVideos, Language: api.LanguageAuto, Segments: true}
}

// ChannelPrice tells the price of a channel, in words.
func (e *Env) ChannelPrice(handle string) string {
	return e.opens(Page{Kind: Channel, ID: handle, Platform: api.VideoPlatform}, e.ChannelOffer(handle))
}

// SearchOffer is to search for so many creators.
func (e *Env) SearchOffer(query string, limit int) Offer {
	low, high := e.Prices.Search(limit)
	return Offer{Key: "search " + strconv.Itoa(limit) + " " + query, Low: low, High: high, Call: Tries(fetch.With(e.Client.Search, api.SearchRequest{Query: query, Limit: &limit}))}
}

// Money holds prices and budgets, as far as they are known now.
type Money struct {
	Pays   bool // calls are paid for one by one, and Room is what the caps still hold
	Room   pay.Room
	Budget client.Budget
	Prices client.Prices
	// Kept says whether a page was loaded before since the start, so that
	// opening it again costs nothing.
	Kept func(Page) bool
	// Looked holds the memory's answers about offers, by their key.
	Looked map[string]Look
}

// LookupPrice returns the price of a look-up by name or handle, in words.
func (m *Money) LookupPrice() string {
	_, high := m.Prices.Autocomplete()
	return high.String() + " cr"
}

// SearchPrice is the most that a search for so many creators would cost, in
// words.
func (m *Money) SearchPrice(limit int) string {
	_, high := m.Prices.Search(limit)
	return "≤" + high.String() + " cr"
}
