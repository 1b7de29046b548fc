package cmd

import (
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killed is the workbench of one home that is killed without warning, and started
// again.
type killed struct {
	t     *testing.T
	home  string
	c     *exec.Cmd
	kills int
	*terminal
}

// begin starts it, and waits for words.
func (k *killed) begin(words string) {
	k.t.Helper()
	k.terminal, k.c, _ = workbenchAt(k.t, k.home)
	k.sees(words)
	k.rests()
}

// presses presses keys as docs/JOB.md writes them, and waits for words.
func (k *killed) presses(keys, words string) {
	k.t.Helper()
	k.takes(jobStep{0, "", jobToken.FindAllString(keys, -1), words})
	k.rests()
}

// kill kills it and starts it again, which shows all of some words, and pays nothing. The
// first cuts the making of the sample world short; the others find it whole.
func (k *killed) kill(words ...string) {
	k.t.Helper()
	before, _ := jobCharges(k.t, k.c)
	time.Sleep(400 * time.Millisecond) // what is written soon is written
	_ = k.c.Process.Signal(syscall.SIGKILL)
	_ = k.c.Wait()
	if k.kills++; k.kills == 1 {
		k.sampled()
	}
	k.begin(words[0])
	for _, w := range words[1:] {
		k.sees(w)
	}
	if after, _ := jobCharges(k.t, k.c); after != before {
		k.t.Errorf("the start charged %s credits, %s after it", before, after)
	}
}

// Whatever kills the program: the place, what narrows and orders the rows, marks,
// limit, lists, verdicts, quotes and words in the middle of a sentence are there when
// it starts again, and nothing is paid for it.
func TestEverythingComesBackAfterAKill(t *testing.T) {
	t.Parallel()
	k := &killed{t: t, home: t.TempDir()}
	k.begin(firstPage)
	k.presses(`B "Oat drink" Tab "plant-based dinn"`, "plant-based dinn")
	k.kill(firstPage, "Your unsaved brief is kept")
	k.presses(`B "er" Ctrl+S`, "is saved")
	k.presses(`/ "er>4" Enter s s ] Down Down Space Space`, "2 marked")
	here := k.row()
	k.presses(`i " and tea"`, "and tea")
	k.kill("2 marked", "filtered by “er>4”", "◂ 50 ▸", "and tea")
	k.presses("Esc", "2 marked")
	if got := k.row(); got != here {
		t.Errorf("the row was %q and is %q", here, got)
	}
	k.presses(`a Enter`, "2 creators on Oat drink")
	k.presses(`2 Enter l Down Down +`, "because")
	k.presses(`"knows the sh"`, "knows the sh")
	k.kill("2 of 2", "▸ followers", "Your unsaved text is kept")
	k.presses(`+`, "knows the sh")
	k.presses(`"op" Enter`, "1 yes")
	k.presses(`n "asks a lot"`, "asks a lot")
	k.kill("1 yes", "knows the shop")
	k.presses(`n Enter Enter`, "Summary")
	k.presses(`Tab Tab Tab`, "[Talks")
	k.presses(`Enter`, "/ find")
	k.presses(`Down Down p`, "Pinned to")
	stood := jobPlace.FindString(k.screen())
	if stood == "" || strings.HasSuffix(stood, "0:00") {
		t.Fatalf("the reader is at %q:\n%s", stood, k.screen())
	}
	k.kill(stood)
	k.presses(`2 Enter`, "asks a lot")
	k.presses(`u u u`, "Undone")
	k.kill("2 open")
}

// sampled waits for the sample world, whose making a kill cut short: a command waits for
// all of it.
func (k *killed) sampled() {
	k.t.Helper()
	c := exec.Command(k.c.Path, "interpret", "food")
	if c.Env = k.c.Env; c.Run() != nil {
		k.t.Fatal("a command does not get to the sample world")
	}
}

// jobPlace is the time that the reader stands at.
var jobPlace = regexp.MustCompile(`─ \d:\d\d`)

// row is the row with the sign of the one that is selected.
func (k *killed) row() string {
	k.t.Helper()
	for l := range strings.Lines(k.screen()) {
		if strings.HasPrefix(l, "▸") {
			return strings.TrimSpace(l[:min(len(l), 60)])
		}
	}
	k.t.Fatalf("no row is selected:\n%s", k.screen())
	return ""
}
