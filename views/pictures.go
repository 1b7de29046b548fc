package views

import (
	"context"
	"image"
	"math/rand/v2"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"greenroom/ui/picture"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Picturing tells how people are pictured; the zero value pictures nobody. Asks says that
// the terminal is asked whether it takes pictures by kitty's protocol.
type Picturing struct {
	Mode picture.Mode
	Asks bool
}

// portraits are drawn once the cursor rests on somebody.
type portraits struct {
	of   string    // on whom it stands
	due  time.Time // when it has rested; zero: nothing is to be drawn
	high int       // of the ids of the pictures in the terminal
	sent []string  // whose pictures the terminal holds, by their number from 1
	slot fetch.Slot[image.Image]
}

// rest is the time a cursor stands before a portrait is drawn; settles is the time a
// terminal has to take a picture in before cells ask for it.
const (
	rest    = 150 * time.Millisecond
	settles = 30 * time.Millisecond
	held    = 200 // pictures in a terminal
)

// beginPictures says whom there are portraits of. The sample world draws its own; of others
// there is a picture only where the service itself has it.
func (r *Root) beginPictures() tea.Cmd {
	p := &r.env.Pictures
	p.Mode, p.Kind = r.cfg.Pictures.Mode, text.Const("portrait")
	p.Has = func(id string) bool { return r.cfg.Client.Holds(r.avatar(id)) }
	if r.cfg.Demo {
		p.Kind, p.Has = text.Const("portrait, drawn"), func(string) bool { return true }
	}
	if r.cfg.Pictures.Asks {
		return tea.Raw(picture.Question)
	}
	return nil
}

// avatar is the address of a creator's picture; "" where none is known.
func (r *Root) avatar(id string) string {
	if at := r.env.Known[id].Creator.AvatarURL; at != nil {
		return *at
	}
	return ""
}

// takesPictures is a terminal's answer that it takes pictures.
func (r *Root) takesPictures(msg uv.KittyGraphicsEvent) {
	if msg.Options.ID == picture.Asked && string(msg.Payload) == "OK" && r.cfg.Pictures.Asks {
		r.env.Pictures.Mode, r.portraits.high = picture.Kitty, 1+rand.IntN(picture.Highs)
		r.portraits.of, r.env.Pictures.Of = "", ""
	}
}

// rest notes on whom the cursor stands since when.
func (r *Root) rest() {
	if r.env.Pictures.Mode < picture.Blocks {
		return
	}
	of, p := "", &r.portraits
	if s, ok := r.top().(view.Pictured); ok {
		if of = s.Pictured(); of != "" && !r.env.Pictures.Has(of) {
			of = ""
		}
	}
	if of == p.of {
		return
	}
	p.of, p.due, r.env.Pictures.Of = of, time.Time{}, ""
	p.slot.Close()
	if of != "" {
		p.due = r.env.Now.Add(rest)
	}
}

// portray draws whom the cursor rests on.
func (r *Root) portray() tea.Cmd {
	p := &r.portraits
	if p.due.IsZero() || r.env.Now.Before(p.due) {
		return nil
	}
	p.due = time.Time{}
	if n := 1 + slices.Index(p.sent, p.of); n > 0 {
		r.env.Pictures.Of, r.env.Pictures.Lines = p.of, picture.Placed(picture.ID{N: n, High: p.high})
		return nil
	}
	if r.cfg.Demo {
		return r.hang(picture.Portrait(p.of, r.env.Pictures.Mode.Side()))
	}
	c, at, side := r.cfg.Client, r.avatar(p.of), r.env.Pictures.Mode.Side()
	return p.slot.Start(0, fetch.Local(func(ctx context.Context) (image.Image, error) {
		raw, err := c.Picture(ctx, at, picture.MostBytes)
		if err != nil {
			return nil, err
		}
		return picture.Decode(raw, side)
	}))
}

// hang shows a portrait, or gives it to the terminal, which shows it a moment later.
func (r *Root) hang(drawn image.Image) tea.Cmd {
	p := &r.portraits
	if r.env.Pictures.Mode < picture.Kitty {
		r.env.Pictures.Of, r.env.Pictures.Lines = p.of, picture.Cells(drawn)
		return nil
	}
	if len(p.sent) == held {
		p.sent = nil // numbers are taken anew: the terminal forgets what they were
	}
	p.sent, p.due = append(p.sent, p.of), r.env.Now.Add(settles)
	return tea.Raw(picture.Send(picture.ID{N: len(p.sent), High: p.high}, drawn))
}
