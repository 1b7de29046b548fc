package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// clock shows the database's time, so that nodes whose own clocks differ agree on
// minutes, leases and what is over: the node's own steady clock, set right by what the
// database answered fastest in the last minute.
type clock struct {
	pool *pgxpool.Pool
	end  context.CancelFunc
	done chan struct{}

	mu     sync.Mutex
	base   time.Time     // of this node, steady
	at     time.Time     // of the database, at base
	took   time.Duration // the round trip in which it was asked
	looked time.Time
}

const (
	lookEvery = 5 * time.Second
	lookAnew  = time.Minute
	drift     = 10 * time.Millisecond // of two clocks that run alike, in a minute
)

// Now is the database's time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.IsZero() {
		return time.Now()
	}
	return c.at.Add(time.Since(c.base))
}

// look asks the database, and takes its answer where that came faster than the last one
// that was taken, or that one is old.
func (c *clock) look(ctx context.Context) error {
	var micros int64
	begun := time.Now()
	if err := c.pool.QueryRow(ctx, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)").Scan(&micros); err != nil {
		return err
	}
	c.learn(begun, time.Since(begun), time.UnixMicro(micros))
	return nil
}

func (c *clock) learn(begun time.Time, took time.Duration, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.base.IsZero() && took > c.took && begun.Sub(c.looked) < lookAnew {
		// Each answer is right to half its round trip. Two that exclude each other are of
		// clocks that differ: the database is another one now, or its clock was set.
		if off := at.Sub(c.at.Add(begun.Add(took / 2).Sub(c.base))).Abs(); off <= (took+c.took)/2+drift {
			return
		}
	}
	c.base, c.at, c.took, c.looked = begun.Add(took/2), at, took, begun
}

// watch looks from time to time, until stop.
func (c *clock) watch() {
	ctx, end := context.WithCancel(context.Background())
	c.end, c.done = end, make(chan struct{})
	go func() {
		defer close(c.done)
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = c.look(ctx) // a database that is away is noticed by who needs it
			}
		}
	}()
}

func (c *clock) stop() {
	c.end()
	<-c.done
}
