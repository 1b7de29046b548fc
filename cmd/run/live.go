package run

import (
	"errors"
	"os"
	"strings"

	"greenroom/config"
	"greenroom/service/boot"
)

// LiveOf is what is configured as a service takes it.
func LiveOf(l config.Live) boot.Live {
	out := boot.Live{Sources: l.Sources, Folder: l.Folder, Units: l.Official.Units, Tools: map[string]boot.LiveTool{}}
	for name, t := range l.Tools {
		out.Tools[name] = boot.LiveTool{Command: t.Command, Extra: t.Extra, Cookies: t.Cookies, Runtime: t.Runtime, Login: t.Login, Session: t.Session,
			PerHour: t.PerHour, PerDay: t.PerDay, Spacing: t.Spacing}
	}
	env, file := l.Official.KeyEnv, l.Official.KeyFile
	out.Key = func() (string, error) {
		key := os.Getenv(env)
		if file != "" {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", errors.New("the file of the key cannot be read")
			}
			key = strings.TrimSpace(string(text))
		}
		if key == "" {
			return "", errors.New("there is no key")
		}
		return key, nil
	}
	return out
}
