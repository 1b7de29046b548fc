package alter

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// What a process is told in its environment: the place that is switched on, the steps
// after which it has no end, and a file that takes what is met.
const (
	envOn   = "ALTER_ON"
	envMost = "ALTER_MOST"
	envMet  = "ALTER_MET"
)

var met *os.File

// deepest is how many processes of the same program may stand in a row: tests that start
// themselves as another program would start themselves without end where what tells the
// copy so is altered.
const deepest = 2

func init() {
	if rowOfSelves() > deepest {
		os.Exit(3)
	}
	on, _ = strconv.Atoi(os.Getenv(envOn))
	most, _ = strconv.Atoi(os.Getenv(envMost))
	if name := os.Getenv(envMet); name != "" {
		met, _ = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	}
}

// rowOfSelves counts this process and those above it that run the same program; where the
// system does not tell, it is one.
func rowOfSelves() (n int) {
	own, _ := os.Readlink("/proc/self/exe")
	for pid := os.Getpid(); ; n++ {
		exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
		if err != nil || exe != own {
			return max(n, 1)
		}
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, err := fmt.Sscanf(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " %c %d", new(rune), &pid); err != nil {
			return n + 1
		}
	}
}

// Begin tells that a test begins.
func Begin(test string) {
	if met != nil {
		fmt.Fprintf(met, "test %s %d\n", test, time.Now().UnixMicro())
		clear(seen[:])
	}
}

// tellMet writes down a place that a test meets for the first time, and now and then how many
// steps there were.
func tellMet(n int) {
	if seen[n] == 0 {
		fmt.Fprintln(met, "met", n)
	}
	if steps&(steps-1) == 0 {
		fmt.Fprintln(met, "steps", steps)
	}
}

// Not turns a condition round.
func Not[T ~bool](n int, v T) T { return v != T(On(n)) }

// And joins conditions; switched on it is Or.
func And(n int, a bool, b func() bool) bool {
	if On(n) {
		return a || b()
	}
	return a && b()
}

// Or joins conditions; switched on it is And.
func Or(n int, a bool, b func() bool) bool {
	if On(n) {
		return a && b()
	}
	return a || b()
}

// Less is a < b; switched on a <= b.
func Less[T cmp.Ordered](n int, a, b T) bool { return a < b || On(n) && a == b }

// AtMost is a <= b; switched on a < b.
func AtMost[T cmp.Ordered](n int, a, b T) bool { return a <= b && !(On(n) && a == b) }

// More is a > b; switched on a >= b.
func More[T cmp.Ordered](n int, a, b T) bool { return Less(n, b, a) }

// AtLeast is a >= b; switched on a > b.
func AtLeast[T cmp.Ordered](n int, a, b T) bool { return AtMost(n, b, a) }

type number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// Plus is a + b; switched on a - b.
func Plus[T number](n int, a, b T) T {
	if On(n) {
		return a - b
	}
	return a + b
}

// Minus is a - b; switched on a + b.
func Minus[T number](n int, a, b T) T {
	if On(n) {
		return a + b
	}
	return a - b
}

// Times is a * b; switched on a / b.
func Times[T number](n int, a, b T) T {
	if On(n) {
		return a / b
	}
	return a * b
}

// Over is a / b; switched on a * b.
func Over[T number](n int, a, b T) T {
	if On(n) {
		return a * b
	}
	return a / b
}

// Next is v; switched on one more.
func Next[T number](n int, v T) T {
	if On(n) {
		return v + 1
	}
	return v
}
