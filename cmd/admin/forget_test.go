package admin

import (
	"errors"
	"strings"
	"testing"

	"greenroom/service/boot"
)

// Where one of several cannot be forgotten, it is told who was before, and who was not reached.
func TestForgettingTellsHowFarItCame(t *testing.T) {
	held := errors.New("held by another")
	all, err := forgotten([]string{"ana", "kim", "lea", "noa"}, func(who string) (f boot.Forgotten, err error) {
		if who == "kim" {
			err = held
		}
		return f, err
	})
	if !errors.Is(err, held) || !strings.Contains(err.Error(), "kim: held by another; not reached: 2 of 4 names lea noa") || len(all) != 1 || all[0].Name != "ana" {
		t.Errorf("%v %v", all, err)
	}
}
