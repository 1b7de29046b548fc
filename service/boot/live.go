package boot

import (
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/store"
)

// connect puts up where live data comes from: a folder of saved files; else,
// for the sample, the store itself, which stands in for the networks.
func connect(c Config, kept store.Store) (service.Networks, error) {
	var sources service.Networks
	switch {
	case c.LiveFolder != "":
		folder, err := live.OpenFolder(c.LiveFolder, c.Clock)
		if err != nil {
			return service.Networks{}, err
		}
		sources = folder
	case c.Sample:
		sources = live.WithTrials(live.FromStore(kept, c.Clock), c.Clock)
	}
	return live.New(sources, live.Config{Clock: c.Clock, Logger: c.Logger}), nil
}
