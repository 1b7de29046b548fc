package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/service/boot"
	"greenroom/service/store"
	"greenroom/service/traces"
)

type serving struct {
	addr, metrics, platforms, liveFolder string
	traces                               string // a collector
	settings                             string // a file
	proxies, live, keep                  []string
	drain                                time.Duration
	empty, firstKey                      bool
	models                               []string // what they are sent
	oauth                                boot.OAuth
	agents                               bool
	agentsSession, agentsDay, agentsAsk  run.Limit
}

func serve(at *run.At) *cobra.Command {
	var s serving
	_ = s.agentsDay.Set(agentsDay.String())
	_ = s.agentsSession.Set(agentsSession.String())
	_ = s.agentsAsk.Set(config.DefaultAskOver.String())
	return run.Command{
		Use: "serve", Short: "Run the Creator Data Service",
		Long: `Serve answers HTTP requests from one database file. On the first start it
creates the account "default" and prints its API key, once. A new database gets
the sample world unless you pass --empty.`,
		Example: "greenroom serve --addr 127.0.0.1:8787 --store team.db",
		Takes:   run.Words{What: "no arguments, only flags"}, Local: true, Flags: s.flags,
		Work: func(ctx context.Context, j *run.Job) error {
			cfg, err := s.config(j)
			if err != nil {
				return err
			}
			return s.work(ctx, j.Out, cfg)
		},
	}.New(at)
}

func (s *serving) flags(f *pflag.FlagSet) {
	f.StringVar(&s.addr, "addr", "127.0.0.1:8787", "the address to listen on")
	f.StringVar(&s.metrics, "metrics-addr", "", "serve Prometheus metrics on this address at /metrics (default: off)")
	f.StringVar(&s.traces, "traces", "", "tell this collector of each request, by OTLP over HTTP, as http://127.0.0.1:4318 (default: off)")
	f.StringArrayVar(&s.proxies, "trusted-proxy", nil, "trust X-Forwarded-For from this network or address; repeat for more")
	f.DurationVar(&s.drain, "drain", 0, "keep serving this long after a stop signal, with /health failing")
	f.StringVar(&s.platforms, "platforms", "photo", "networks in the platform field: photo or all")
	f.StringVar(&s.liveFolder, "live-folder", "", "serve live data from a folder of files saved by download tools")
	f.StringArrayVar(&s.live, "live", nil, "read live data from this SOURCE: "+strings.Join(config.LiveSources()[1:], ", ")+"; repeat for more, the first that can answers (docs/SERVICE.md)")
	f.StringArrayVar(&s.keep, "live-keep", nil, "keep live answers of a KIND for a TIME, as transcripts=30d: "+strings.Join(config.LiveKeeps(), ", ")+"; repeat for more")
	f.BoolVar(&s.oauth.SignIn, "sign-in", false, "let people sign in; invite them with greenroom users")
	f.BoolVar(&s.oauth.Register, "register-clients", false, "let programs register themselves to be signed in to, as MCP clients do; with --sign-in")
	f.StringVar(&s.oauth.Issuer, "issuer", "", "accept access tokens from this authorisation server instead")
	f.StringVar(&s.oauth.Account, "issuer-account", "", "the account charged for users of --issuer")
	f.StringVar(&s.oauth.PublicURL, "public-url", "", "the public address of the service (default: the one it listens on)")
	f.StringVar(&s.settings, "config", "", "a settings FILE in TOML: live data (docs/SERVICE.md), payments for single requests (docs/PAYMENTS.md), models (docs/MODEL.md)")
	f.BoolVar(&s.agents, "agents", false, "answer agents at /mcp, with the keys and the sign-in of the service (docs/AGENTS.md)")
	f.Var(&s.agentsSession, "agents-max-credits", "the most CREDITS that agents spend with one key, or for one person, until they have been silent for an hour; with --agents")
	f.Var(&s.agentsDay, "agents-per-day", "the most CREDITS a day that agents spend with one key, or for one person; with --agents")
	f.Var(&s.agentsAsk, "agents-ask-over", "agents have to agree to each call that can cost CREDITS or more; with --agents")
	f.BoolVar(&s.firstKey, "first-key", true, "make a key for a database that has none, and print it once; =false where what is printed is kept")
	f.BoolVar(&s.empty, "empty", false, "create new databases without the sample world")
}

func (s *serving) config(j *run.Job) (cfg boot.Config, err error) {
	if s.platforms != "photo" && s.platforms != "all" {
		return cfg, run.Usagef("--platforms must be photo or all, not %s", s.platforms)
	}
	trusted, err := proxyNetworks(s.proxies)
	if err != nil {
		return cfg, err
	}
	file, err := readServerFile(s.settings)
	if err != nil {
		return cfg, err
	}
	if file.model != nil {
		s.models = append(s.models, run.ModelSays(file.model))
	}
	if file.speech != nil {
		s.models = append(s.models, run.SpeechSays(file.speech))
	}
	live, err := file.live.WithKeep(s.keep)
	if err != nil {
		return cfg, run.Usagef("%w", err)
	}
	if len(s.live) > 0 || len(live.Sources) > 0 {
		if live, err = live.WithSources(s.live, s.liveFolder); err != nil {
			return cfg, run.Usagef("%w", err)
		}
	}
	path, err := run.StoreFile(j.At.Store, true)
	if err != nil {
		return cfg, err
	}
	return boot.Config{
		Making: func() {
			fmt.Fprintln(j.Out, "making the sample world in a new store; to begin without it, name another new one and add --empty")
		},
		StorePath: path, PlatformsAll: s.platforms == "all", Sample: !s.empty, Logger: slog.New(slog.NewJSONHandler(j.Errs, nil)),
		TrustedProxies: trusted, Drain: s.drain, LiveFolder: s.liveFolder, Live: run.LiveOf(live), Indexed: boundHeap, OAuth: s.oauth, Payments: file.payments,
		Traces: traces.Config{URL: s.traces, Headers: os.Getenv("OTEL_EXPORTER_OTLP_HEADERS")}, Judge: run.Judge(file.model), Speech: run.Speech(file.speech),
	}, nil
}

// proxyNetworks reads networks such as 10.0.0.0/8 and single addresses.
func proxyNetworks(flags []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, f := range flags {
		network, err := netip.ParsePrefix(f)
		if single, bad := netip.ParseAddr(f); bad == nil {
			network, err = netip.PrefixFrom(single.Unmap(), single.Unmap().BitLen()), nil
		}
		if err != nil {
			return nil, run.Usagef("--trusted-proxy must be a network such as 10.0.0.0/8 or an address, not %s", f)
		}
		out = append(out, network.Masked())
	}
	return out, nil
}

// heapRoom bounds the growth of a service's heap between collections: that of a large
// catalogue would double otherwise.
const heapRoom = 96 << 20

// boundHeap sets the collector by what the heap holds now.
func boundHeap() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	debug.SetGCPercent(min(100, int(heapRoom*100/max(1, m.HeapAlloc))))
}

func (s *serving) work(ctx context.Context, out io.Writer, cfg boot.Config) error {
	listener, err := listen(s.addr, "--addr")
	if err != nil {
		return err
	}
	if cfg.OAuth.PublicURL == "" {
		cfg.OAuth.PublicURL = "http://" + listener.Addr().String()
	}
	var door *agents // nil: no agents are let in
	if s.agents {
		if door, err = newAgents(ctx, cfg.StorePath, agentCaps{*s.agentsSession.Given(), *s.agentsDay.Given(), *s.agentsAsk.Given()}, cfg.Logger); err != nil {
			return errors.Join(err, listener.Close())
		}
		cfg.Agents = door
	}
	app, err := boot.Open(ctx, cfg)
	if err != nil {
		return errors.Join(err, listener.Close(), door.close())
	}
	door.open(app)
	fmt.Fprintf(out, "serving http://%s from %s\n", listener.Addr(), boot.Shown(cfg.StorePath))
	sayPayments(ctx, out, cfg.Payments)
	for _, says := range s.models {
		fmt.Fprintln(out, says)
	}
	if s.firstKey {
		if err := firstKey(ctx, out, app.Store); err != nil {
			return errors.Join(err, listener.Close(), door.close(), app.Close())
		}
	}
	endMetrics, err := serveMetrics(out, app, s.metrics)
	if err != nil {
		return errors.Join(err, listener.Close(), door.close(), app.Close())
	}
	app.Warm()
	cfg.Logger.Info("ready")
	err = app.Serve(ctx, listener)
	cfg.Logger.Info("stopped")
	return errors.Join(err, endMetrics(), door.close(), app.Close())
}

func listen(addr, flag string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen: %w; choose another address with %s", err, flag)
	}
	return l, nil
}

// serveMetrics answers metrics on an address of their own, also while the
// service drains: until end is called.
func serveMetrics(out io.Writer, app *boot.App, addr string) (end func() error, err error) {
	if addr == "" {
		return func() error { return nil }, nil
	}
	listener, err := listen(addr, "--metrics-addr")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "metrics http://%s/metrics\n", listener.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- app.ServeMetrics(ctx, listener) }()
	return func() error { cancel(); return <-ended }, nil
}

// firstKey makes one key for a store that has none, and shows it this once.
func firstKey(ctx context.Context, out io.Writer, store store.Store) error {
	keys, err := store.Keys(ctx)
	if err != nil || len(keys) > 0 {
		return err
	}
	plain, err := makeKey(ctx, store, "default")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "API key of the account \"default\", shown only now: %s\n", plain)
	return err
}
