// Package payments is paying for one request without an account: what is asked for
// it, whether what was sent pays for it, and what became of each payment. A payment
// is claimed in the store before any work, settled by a facilitator after it and
// before the answer leaves, and answered again where the same one comes again. It
// speaks x402 and MPP and knows neither a route nor a rule, nor how a facilitator is
// reached.
package payments
