package api

// Tier is a trust tier: it sets the size of the budgets, never a price.
type Tier string

// The tiers of the contract.
const (
	TierFree       Tier = "free"
	Tier1          Tier = "tier_1"
	Tier2          Tier = "tier_2"
	Tier3          Tier = "tier_3"
	TierEnterprise Tier = "enterprise"
)

// TierLimits are the credits a tier may use in one UTC minute and one UTC
// hour, and the usage at which an invoice is written.
type TierLimits struct {
	Minute, Hour, Invoice Credits
}

// The spend of a whole life, in credits, from which an account belongs to a
// tier. Tier1 is reached by paying for the first time.
const (
	Tier2Spend = 50_000 * Credit
	Tier3Spend = 200_000 * Credit
)

// Tiers lists the tiers of the contract, the lowest first.
func Tiers() []Tier { return []Tier{TierFree, Tier1, Tier2, Tier3, TierEnterprise} }

// After is the tier an account of tier t belongs to once it has spent that
// much. It never goes down, and enterprise is given and taken by hand alone.
func (t Tier) After(spent Credits) Tier {
	switch {
	case t == TierEnterprise:
		return t
	case spent >= Tier3Spend:
		return Tier3
	case spent >= Tier2Spend && t != Tier3:
		return Tier2
	}
	return t
}

var tiers = map[Tier]TierLimits{
	TierFree: {150 * Credit, 1500 * Credit, 500 * Credit},
	Tier1:    {750 * Credit, 7500 * Credit, 2500 * Credit},
	Tier2:    {3000 * Credit, 30000 * Credit, 10000 * Credit},
	Tier3:    {15000 * Credit, 150000 * Credit, 25000 * Credit},
}

// Limits returns the budgets of a tier; false for enterprise, whose budgets
// are set per account, and for a tier that is not known.
func (t Tier) Limits() (TierLimits, bool) {
	l, ok := tiers[t]
	return l, ok
}
