package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra/doc"

	"greenroom/cmd"
)

// What starts a service outside of a terminal names flags that are there.
func TestWhatStartsTheServiceNamesItsFlags(t *testing.T) {
	serve, _, err := cmd.Root().Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	serve.InitDefaultHelpFlag()
	for file, least := range map[string]int{"linux/greenroom.service": 2, "linux/greenroom.default": 3, "container/Containerfile": 5, "container/compose.yaml": 6} {
		text, err := os.ReadFile("../" + file)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, "serve") && !strings.Contains(line, "GREENROOM_SERVE") {
				continue
			}
			for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(line, -1) {
				found++
				if serve.Flags().Lookup(flag[1]) == nil && serve.InheritedFlags().Lookup(flag[1]) == nil {
					t.Errorf("%s: greenroom serve has no --%s", file, flag[1])
				}
			}
		}
		if found < least {
			t.Errorf("%s: only %d flags were found", file, found)
		}
	}
}

func TestEveryCommandHasAPage(t *testing.T) {
	folder := t.TempDir()
	if err := doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1"}, folder); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"greenroom", "greenroom-serve", "greenroom-store-copy", "greenroom-search"} {
		text, err := os.ReadFile(folder + "/" + page + ".1")
		if err != nil || !strings.Contains(string(text), ".SH OPTIONS") {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// What is watched is measured.
func TestWatchedMetricsAreThere(t *testing.T) {
	source, err := os.ReadFile("../../service/metrics/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"greenroom.json", "alerts.yaml"} {
		text, err := os.ReadFile("../grafana/" + file)
		if err != nil {
			t.Fatal(err)
		}
		names := regexp.MustCompile(`greenroom_[a-z_]+`).FindAllString(string(text), -1)
		for _, name := range names {
			if !strings.Contains(string(source), strings.TrimSuffix(name, "_bucket")) {
				t.Errorf("%s: there is no metric %s", file, name)
			}
		}
		if len(names) < 5 {
			t.Errorf("%s: only %d names were found", file, len(names))
		}
	}
}
