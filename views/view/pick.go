package view

import "greenroom/ui/text"

// Pick asks for one of several things by their letters. With New, what was typed
// can be taken in place of any: i is -1 then.
type Pick struct {
	Title text.Text
	Items []text.Text
	New   text.Text // "New list: "; empty: there must be an item
	None  text.Text // says what to do where there is no item; empty: that nothing fits
	Done  func(i int, typed string) Out
	Leads func(i int) Page // the page an item opens, whose price is told; nil or the zero page: none
	At    int              // the item the cursor stands on at first
	Ticks []int            // items with a box, which Space ticks as Enter does
	work  []func() Out     // of the items that were offered
}

// Offer adds an item with its own work; Done is not called then.
func (p *Pick) Offer(item text.Text, do func() Out) {
	p.Items, p.work = append(p.Items, item), append(p.work, do)
	p.Done = func(i int, _ string) Out { return p.work[i]() }
}

// Tick adds an item with a box. What turn leads to asks again, with the cursor where it was.
func (p *Pick) Tick(item text.Text, on bool, turn func() Out) {
	at := len(p.Items)
	p.Ticks = append(p.Ticks, at)
	p.Offer(text.Cat(Box(on), text.Const(" "), item), func() Out {
		out := turn()
		if again := As[*Pick](out); again != nil {
			again.At = at
		}
		return out
	})
}

// Box is a box to tick.
func Box(on bool) text.Text {
	if on {
		return text.Const("[x]")
	}
	return text.Const("[ ]")
}
