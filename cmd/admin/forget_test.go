package admin

import (
	"errors"
	"strings"
	"testing"

	"greenroom/service/boot"
)

// Where one of several cannot be forgotten, it is told who was before, and who was not reached.
// The store is written anew once for all, and not where nobody was found.
func TestForgettingTellsHowFarItCame(t *testing.T) {
	held, unwritten := errors.New("held by another"), errors.New("no space left")
	ends := 0
	try := func(end error, fails string, names ...string) ([]forgotLine, error) {
		return forgotten(names, func(who string) (f boot.Forgotten, err error) {
			if who == fails {
				err = held
			}
			return f, err
		}, func() error { ends++; return end })
	}
	all, err := try(nil, "kim", "ana", "kim", "lea", "noa")
	if !errors.Is(err, held) || !strings.Contains(err.Error(), "kim: held by another; not reached: 2 of 4 names lea noa") || len(all) != 1 || all[0].Name != "ana" || ends != 1 {
		t.Errorf("%v %v, ended %d times", all, err, ends)
	}
	if all, err := try(unwritten, "", "ana", "kim"); !errors.Is(err, unwritten) || len(all) != 2 || ends != 2 {
		t.Errorf("%v %v, ended %d times", all, err, ends)
	}
	if all, err := try(nil, "ana", "ana"); !errors.Is(err, held) || len(all) != 0 || ends != 2 {
		t.Errorf("%v %v, ended %d times", all, err, ends)
	}
}
