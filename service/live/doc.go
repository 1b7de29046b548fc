// Package live fetches what the networks show now. It owns the sources such
// data comes from (a store that stands in for the networks, a folder of files
// saved by download tools) and what stands before each of them: a time-out, a
// bound on calls at once, and a breaker that leaves a failing network alone for
// a while. It must not know what a call costs, who pays for it, or HTTP.
package live
