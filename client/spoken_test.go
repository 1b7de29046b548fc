package client_test

import (
	"context"
	"net/http"
	"testing"

	"greenroom/client"
)

// TestATranscriptAnswersInItsLanguage: asked for as it is and then in the
// language it came in, it is paid for once; another language is another question.
func TestATranscriptAnswersInItsLanguage(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, read := range map[string]func(c *client.Client, language string) (string, client.Receipt, error){
		"video": func(c *client.Client, language string) (string, client.Receipt, error) {
			v, r, err := c.VideoTranscript(ctx, "abcdefghijk", language)
			return v.FullText, r, err
		},
		"photo": func(c *client.Client, language string) (string, client.Receipt, error) {
			v, r, err := c.PhotoTranscript(ctx, "Cabcdefghij", language)
			return v.FullText, r, err
		},
	} {
		said := func(language, text string) http.HandlerFunc {
			reply := `{"data":{"language":"` + language + `","full_text":"` + text + `"}}`
			return say(200, whole(shapes[name+" transcript"], reply))
		}
		s := newService(t, said("pt", "olá"), said("en", "hello"), said("", "?"))
		c, _ := dial(t, s, remembering(&memory{}))
		for i, want := range []struct {
			language, text string
			kept           bool
		}{{"", "olá", false}, {"pt", "olá", true}, {"", "olá", true}, {"de", "hello", false}, {"en", "?", false}} {
			text, r, err := read(c, want.language)
			if err != nil || text != want.text || r.Kept != want.kept {
				t.Errorf("%s %d: %q, kept %v, %v", name, i, text, r.Kept, err)
			}
		}
	}
}
