//go:build !race

package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/errors"
)

// validated is the description as another program reads it.
type validated struct{ validator.Validator }

func newValidity(t *testing.T, description []byte) validity {
	t.Helper()
	document, err := libopenapi.NewDocument(description)
	if err != nil {
		t.Fatal(err)
	}
	v, errs := validator.NewValidator(document, config.WithFormatAssertions())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, wrong := range problems(v.ValidateDocument()) {
		t.Error("openapi.json: " + wrong)
	}
	return validated{v}
}

func (v validated) request(r *http.Request) []string { return problems(v.ValidateHttpRequest(r)) }

func (v validated) response(r *http.Request, answer *http.Response) []string {
	return problems(v.ValidateHttpResponse(r, answer))
}

func problems(valid bool, found []*errors.ValidationError) (all []string) {
	for _, p := range found {
		wrong := p.Message + ": " + p.Reason
		for _, one := range p.SchemaValidationErrors {
			wrong += fmt.Sprintf("; %v: %s", one.InstancePath, one.Reason)
		}
		all = append(all, wrong)
	}
	if !valid && len(all) == 0 {
		all = []string{"it is not valid"}
	}
	return all
}
