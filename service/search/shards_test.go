package search

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	process "os/exec"
	"regexp"
	"slices"
	"strconv"
	"testing"

	_ "greenroom/internal/gctest"
	"greenroom/internal/racetest"
)

const (
	shards  = 8
	shardOf = "GREENROOM_TEST_SHARD" // which one a process is
)

// shardHit is a hit with what orders it beside those of other shards.
type shardHit struct {
	Hit            Hit
	List           int // good, weak, may match
	Score          float64
	Followers, Row int64
}

type shardAnswer struct {
	Hits  []shardHit
	Total int
}

// sharded is the catalogue that shards share. Names are rare: the limit on namesakes is
// one of the whole query, which shards would have to tell each other.
func sharded() []Doc {
	rng := rand.New(rand.NewPCG(31, 6))
	docs := varied(rng, 3_000, 400)
	for n := range docs {
		docs[n].Name, docs[n].Row = syllables(rng, 3)+" "+syllables(rng, 4), int64(n+1)
		docs[n].Followers = max(-1, docs[n].Followers/70_000*70_000) // many of equal standing
	}
	slices.SortFunc(docs, func(a, b Doc) int { return cmp.Or(cmp.Compare(b.Followers, a.Followers), cmp.Compare(a.Row, b.Row)) })
	return docs
}

// shard is a base, of which only the figures count, and the creators of one part.
func shard(part int) (*Segments, error) {
	docs := sharded()
	base, err := Build(context.Background(), sequence(docs...))
	if err != nil {
		return nil, err
	}
	var own []Doc
	for n, d := range docs {
		if n%shards == part {
			own = append(own, d)
		}
	}
	x, err := buildOn(context.Background(), base.list[0], sequence(own...))
	return &Segments{[]*Index{base.list[0], x}}, err
}

func (s *Segments) answerOfShard(q Query) (out shardAnswer) {
	i := s.inquire(q, &scratch{})
	i.runs = i.runs[1:] // nobody of the base is here
	i.scan(0)
	out.Total = i.total
	top := i.top()
	for n, hit := range i.explain(top) {
		k := top[n]
		list := 0
		if n >= len(i.high.best) {
			list++
		}
		if n >= len(i.high.best)+len(i.low.best) {
			list++
		}
		out.Hits = append(out.Hits, shardHit{hit, list, k.score, k.in.x.creators.followers[k.doc], int64(k.in.x.rows[k.doc])})
	}
	return out
}

// TestMain answers queries, a line each, where this process is a shard.
func TestMain(m *testing.M) {
	if part, err := strconv.Atoi(os.Getenv(shardOf)); err == nil {
		s, err := shard(part)
		if err != nil {
			panic(err)
		}
		in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
		for {
			var q Query
			if in.Decode(&q) != nil {
				return
			}
			_ = out.Encode(s.answerOfShard(q))
		}
	}
	os.Exit(m.Run())
}

type shardProcess struct {
	ask    *json.Encoder
	answer *json.Decoder
}

func startShard(t *testing.T, part int) shardProcess {
	p := process.Command(os.Args[0])
	p.Env, p.Stderr = append(os.Environ(), shardOf+"="+strconv.Itoa(part)), os.Stderr
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); _, _ = io.Copy(io.Discard, out); _ = p.Wait() })
	return shardProcess{json.NewEncoder(in), json.NewDecoder(bufio.NewReader(out))}
}

// Eight processes, each with an eighth of the creators and the figures of all, find what
// one index finds: the same creators in the same order, with the same scores, reasons
// and grounds, to the last digit.
func TestShardsAnswerAsOneIndex(t *testing.T) {
	racetest.Once(t)
	var all []shardProcess
	for part := range shards {
		all = append(all, startShard(t, part))
	}
	whole := must(Build(t.Context(), sequence(sharded()...)))
	rng := rand.New(rand.NewPCG(8, 8))
	words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(31, 6)))
	several, hits := 0, 0
	for range 300 {
		q := randomQuery(rng, words)
		var page []shardHit
		total, gave := 0, 0
		for _, s := range all {
			if err := s.ask.Encode(q); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range all {
			var a shardAnswer
			if err := s.answer.Decode(&a); err != nil {
				t.Fatal(err)
			}
			if page, total = append(page, a.Hits...), total+a.Total; len(a.Hits) > 0 {
				gave++
			}
		}
		slices.SortFunc(page, func(a, b shardHit) int {
			return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(b.Score, a.Score), cmp.Compare(b.Followers, a.Followers), cmp.Compare(a.Row, b.Row))
		})
		var got []Hit
		for _, f := range page[:min(len(page), q.Limit)] {
			got = append(got, f.Hit)
		}
		want := whole.Search(q)
		alone(got)
		alone(want.Hits)
		if total != want.Total || len(got) != len(want.Hits) {
			t.Fatalf("%+v: %d hits of %d, want %d of %d", q, len(got), total, len(want.Hits), want.Total)
		}
		for n := range got {
			a, _ := json.Marshal(got[n])
			if b, _ := json.Marshal(want.Hits[n]); !bytes.Equal(a, b) {
				t.Fatalf("%+v: hit %d\n got %s\nwant %s", q, n, a, b)
			}
		}
		if hits += len(got); gave > 1 {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d queries were answered by more than one shard", several)
	}
	t.Logf("300 queries, %d hits, %d queries by more than one shard", hits, several)
}

// borders are reasons that say where the page turns: who merges pages says them.
var borders = regexp.MustCompile(`; below: |^weaker matches begin here|^nobody found is known to meet all|^all from here on only may match`)

func alone(hits []Hit) {
	for n := range hits {
		hits[n].Reasons = slices.DeleteFunc(hits[n].Reasons, borders.MatchString)
	}
}
