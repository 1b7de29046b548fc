package service

import (
	"testing"

	"greenroom/api"
)

func TestEveryNumberOfAnAccountIsRead(t *testing.T) {
	for _, c := range api.Conditions() {
		if (accountFlags[c.Field] != nil) != (c.Class == api.FlagClass) {
			t.Errorf("accountFlags of record.go has %s: %v", c.Field, accountFlags[c.Field] != nil)
		}
		if (accountNumbers[c.Field] != nil) != c.Account {
			t.Errorf("%s: of an account %t, read %t", c.Field, c.Account, !c.Account)
		}
	}
}
