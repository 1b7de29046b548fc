package classify

import (
	"cmp"
	"math"
	"math/rand"
	"slices"
)

// Example is a text with an answer, and how much it counts.
type Example struct {
	*Features
	Yes    bool
	Worth  float64
	Before float64 // the logit that other weights give it, to which these are added
}

// How weights are taught: down the slope of the logistic loss, example after example in
// another order each time; what counts is the mean of all steps. Chosen by writers held
// back from teaching, like wordWorth: any of them halved or doubled changes less than one
// in a hundred.
const (
	firstStep  = 4.0
	forgetting = 2e-6
	biasStep   = 0.1
)

// Course says how one question is taught.
type Course struct {
	Most   int // weights that are kept, the largest
	Passes int
	Rarity float64 // the power of the logarithm of how rare a feature is, to which it is worth more than others
	Speed  float64 // of the steps
}

// Teach finds the weights of one question.
func Teach(examples []Example, c Course) Vector {
	t := teacher{weights: make([]float64, slotCount), sums: make([]float64, slotCount), step: steps(examples, c), scale: 1, count: 1}
	order := rand.New(rand.NewSource(1)).Perm(len(examples))
	mix := rand.New(rand.NewSource(2))
	for range c.Passes {
		mix.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			t.learn(&examples[i])
		}
	}
	mean := make([]float64, slotCount)
	for i, w := range t.weights {
		mean[i] = (w - t.sums[i]/t.count) * t.scale
	}
	return round(mean, t.bias-t.biasSum/t.count, c.Most)
}

// TeachExperts finds for each kind how much further what is taken for it leans than by what
// all kinds have taught.
func (m *Model) TeachExperts(examples []Example, c Course) {
	m.align()
	by := map[string][]Example{}
	for _, e := range examples {
		kind, _ := m.Kind(e.Features)
		e.Before = m.Harmful(e.Features)
		by[kind] = append(by[kind], e)
	}
	for _, kind := range m.Kinds {
		m.Experts = append(m.Experts, Teach(by[kind], c))
	}
}

// teacher holds weights on their way: what stands in weights times scale is a weight, what
// stands in sums is each step times how many were before it.
type teacher struct {
	weights, sums        []float64
	step                 []float64 // what a step of each weight is worth
	scale, bias, biasSum float64
	count                float64
}

// steps are what a step of each weight is worth: features that few examples have are worth
// more, and all together as much as if all were worth the same.
func steps(examples []Example, c Course) []float64 {
	out := make([]float64, slotCount)
	for _, e := range examples {
		for _, list := range [...][]uint32{e.Words, e.Runs} {
			for _, s := range list {
				out[s]++
			}
		}
	}
	sum, all := 0.0, 0.0
	for i, count := range out {
		if count > 0 {
			out[i] = math.Pow(math.Log(float64(len(examples)+1)/count), 2*c.Rarity)
			sum, all = sum+out[i]*count, all+count
		}
	}
	for i := range out {
		out[i] *= c.Speed * all / max(1, sum)
	}
	return out
}

func (t *teacher) learn(e *Example) {
	if e.Worth == 0 {
		return
	}
	length, sum := e.Length(), 0.0
	for _, s := range e.Runs {
		sum += t.weights[s]
	}
	for _, s := range e.Words {
		sum += wordWorth * t.weights[s]
	}
	miss := -1 / (1 + math.Exp(-(sum*t.scale/length + t.bias + e.Before)))
	if e.Yes {
		miss++
	}
	step := firstStep / math.Pow(1+10*firstStep*forgetting*(t.count-1), 0.75)
	t.scale *= 1 - step*forgetting
	move := step * e.Worth * miss
	for _, s := range e.Runs {
		t.move(s, move/length/t.scale)
	}
	for _, s := range e.Words {
		t.move(s, wordWorth*move/length/t.scale)
	}
	t.bias += biasStep * move
	t.biasSum += biasStep * move * t.count
	t.count++
}

func (t *teacher) move(slot uint32, by float64) {
	by *= t.step[slot]
	t.weights[slot] += by
	t.sums[slot] += by * t.count
}

// loudest is one in how many weights may be larger than 127 units: a few large ones would
// leave no steps for the others.
const loudest = 500

// round keeps the largest weights, as steps of one unit.
func round(weights []float64, bias float64, most int) Vector {
	var order []int
	for i, w := range weights {
		if w != 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(math.Abs(weights[j]), math.Abs(weights[i])), i-j)
	})
	order = order[:min(most, len(order))]
	v := Vector{Bias: float32(bias), Weights: make([]int8, len(weights))}
	if len(order) == 0 {
		return v
	}
	unit := math.Abs(weights[order[len(order)/loudest]]) / math.MaxInt8
	for _, i := range order {
		v.Weights[i] = int8(max(-math.MaxInt8, min(math.MaxInt8, math.Round(weights[i]/unit))))
	}
	v.Unit = float32(unit)
	return v
}
