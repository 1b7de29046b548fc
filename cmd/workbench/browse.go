package workbench

import (
	"net/url"
	"os/exec"
	"runtime"

	tea "charm.land/bubbletea/v2"
)

// browser opens addresses with the system's own program; nil where there is
// none. Only http and https are opened: an address may come from a stranger.
func browser() func(string) tea.Cmd {
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil
	}
	return func(address string) tea.Cmd {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil
		}
		return func() tea.Msg {
			c := exec.Command(path, u.String())
			if c.Start() == nil {
				_ = c.Wait()
			}
			return nil
		}
	}
}
