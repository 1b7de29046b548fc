package service

import (
	"testing"

	"greenroom/api"
)

func TestEveryNumberOfAnAccountIsRead(t *testing.T) {
	for _, c := range api.Conditions() {
		if (accountNumbers[c.Field] != nil) != c.Account {
			t.Errorf("%s: of an account %t, read %t", c.Field, c.Account, !c.Account)
		}
	}
}
