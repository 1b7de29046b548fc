package payer

import (
	"os"
	"testing"

	"greenroom/service/payments"
)

// reconcile closes what is open, as the service does from time to time.
func (s *shop) reconcile() payments.Reconciled {
	s.t.Helper()
	r, err := s.app.Reconcile(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func run(m *testing.M) {
	os.Exit(m.Run())
}
