// Command teach makes the weights of service/language/classify: from sentences in pairs, the
// cases of service/quality that rules are written against, and the lessons of
// service/languages. Run it in the root of the checkout:
//
//	go run ./service/analysis/teach -texts FOLDER          # found and kept where a writer is held back
//	go run ./service/analysis/teach -texts FOLDER -write   # writes the weights
//
// FOLDER has the public collections whose texts stand for what people ordinarily write
// (NOTICE): they are not kept here.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"greenroom/service/language/classify"
)

const (
	weightsFile = "service/language/classify/weights.bin"
	toneFile    = "service/language/classify/tone.bin"
	sumFile     = "service/language/classify/weights.sum" // of the lessons that made them
)

func main() {
	write := flag.Bool("write", false, "write the weights")
	texts := flag.String("texts", "", "folder of public collections, for ordinary texts")
	flag.Parse()
	s, err := open(".")
	if err == nil && *texts != "" {
		err = s.background(*texts)
	} else if err == nil && *write {
		err = errors.New("-write needs -texts: weights that were taught without ordinary texts flag too many of them")
	}
	if err == nil {
		tones := s.toneHeldBack()
		measureTone(tones, os.Stdout)
		all := s.heldBack()
		if s.measure(all, os.Stdout); *write {
			err = s.write(limits(all), evened(tones))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "teach:", err)
		os.Exit(1)
	}
}

func (s *school) write(limits map[string]float64, even []float64) error {
	m := s.model(func(*lesson) bool { return false })
	m.Limits = limits
	for name, m := range map[string]*classify.Model{weightsFile: m, toneFile: s.finalTone(even)} {
		if err := os.WriteFile(filepath.Join(s.root, name), m.Pack(), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(s.root, sumFile), []byte(s.checksum()+"\n"), 0o644)
}
