package httpapi_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"greenroom/api"
)

// TestGeneratedClient has a public generator make a client of openapi.json,
// builds it, and reads creators, pages of a search and transcripts with it.
// OAPI_CODEGEN is the path of the generator.
func TestGeneratedClient(t *testing.T) {
	generator := os.Getenv("OAPI_CODEGEN")
	if generator == "" {
		t.Skip("OAPI_CODEGEN names no generator; .ci/run builds the one that .ci/tools pins")
	}
	s := openStage(t)
	room := t.TempDir()
	source := filepath.Join("..", "..", ".ci", "client")
	for _, name := range []string{"go.mod", "go.sum", "main.go", "generate.yaml"} {
		body, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(room, name), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(room, "openapi.json"), s.get("/openapi.json").body, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(room, "creatordata"), 0o755); err != nil {
		t.Fatal(err)
	}
	in := func(name string, args ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = room
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		} else {
			t.Logf("%s", out)
		}
	}
	in(generator, "-config", "generate.yaml", "openapi.json")
	in("go", "build", "-o", "client", ".")
	in(filepath.Join(room, "client"), s.url, s.key, s.transcribed(api.VideoPlatform, 0), s.transcribed(api.PhotoPlatform, 0))
}
