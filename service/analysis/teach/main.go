// Command teach makes the weights of service/language/classify: from sentences in pairs, the
// cases of service/quality that rules are written against, and the lessons of
// service/languages. Run it in the root of the checkout:
//
//	go run ./service/analysis/teach          # found and kept where a writer is held back
//	go run ./service/analysis/teach -write   # writes the weights
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

const (
	weightsFile = "service/language/classify/weights.bin"
	sumFile     = "service/language/classify/weights.sum" // of the lessons that made them
)

func main() {
	write := flag.Bool("write", false, "write the weights")
	flag.Parse()
	s, err := open(".")
	if err == nil && *write {
		err = s.write()
	} else if err == nil {
		s.measure(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "teach:", err)
		os.Exit(1)
	}
}

func (s *school) write() error {
	m := s.model(func(*lesson) bool { return false })
	if err := os.WriteFile(filepath.Join(s.root, weightsFile), m.Pack(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.root, sumFile), []byte(s.checksum()+"\n"), 0o644)
}
