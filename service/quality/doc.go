// Package quality measures how right the answers of the service are: cases
// written by hand, asked through the front door over the sample world, counted
// by class. docs/QUALITY.md holds the figures; a class that falls below its
// figure there fails the tests. The cases of the files that end in _aside.txt
// are kept apart: rules are written against the others only.
package quality
