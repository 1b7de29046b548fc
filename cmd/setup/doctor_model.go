package setup

import (
	"context"
	"os/exec"

	"greenroom/cmd/run"
	"greenroom/config"
)

// checkModels says where data goes, if there are models, and looks for their keys.
func checkModels(ctx context.Context, set config.Settings) (checks []check) {
	add := func(name, says, address string, source config.KeySource, from config.Origin) {
		k := check{Name: name, Verdict: fine, Says: says, From: from.String()}
		if unencrypted(address) {
			k.Verdict, k.Do = warning, "use https://; over http:// others can read what is sent"
		}
		checks = append(checks, k)
		key := run.ModelKey(source)
		if key == nil {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
		defer cancel()
		k = check{Name: "its key", Verdict: fine, Says: "found", From: source.String()}
		if _, err := key.Read(ctx); err != nil {
			k = k.failed(err, "until it is found, nothing is sent")
		}
		checks = append(checks, k)
	}
	if m := set.Model; m != nil {
		add("language model", run.ModelSays(m), m.URL, m.Key, m.From)
	}
	if c := set.Speech; c != nil {
		add("speech", run.SpeechSays(c), c.URL, c.Key, c.From)
		if wrong := run.AudioLacks(set); wrong != "" {
			checks = append(checks, check{Name: "speech", Verdict: problem, Says: wrong, Do: "mend it, or take audio out of [speech]"})
		}
		for _, program := range []string{c.FFmpeg, append(c.Command, "")[0]} {
			if _, err := exec.LookPath(program); err != nil && program != "" {
				checks = append(checks, check{Name: "speech", Verdict: problem, Says: program + " is not installed", Do: "install it, or give its path in [speech]"})
			}
		}
	}
	return checks
}
