package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"greenroom/service/boot"
	"greenroom/service/store"
)

func newServe(storePath *string) *cobra.Command {
	var addr, metricsAddr, platforms, liveFolder string
	var proxies []string
	var drain time.Duration
	var empty bool
	c := &cobra.Command{
		Use: "serve", GroupID: groupRun,
		Short: "Serve the Creator Data Service",
		Long: `Serve listens for HTTP and answers from one database file. On the first
start it makes the account "default" and prints one API key for it, once.
The sample world is written into a new database unless --empty is given.`,
		Example: "greenroom serve --addr 127.0.0.1:8787 --store team.db",
		Args:    takes(0, 0, "no words, only flags"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := allPlatforms(platforms)
			if err != nil {
				return err
			}
			trusted, err := proxyNetworks(proxies)
			if err != nil {
				return err
			}
			path, err := storeFile(*storePath)
			if err != nil {
				return err
			}
			log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
			cfg := boot.Config{StorePath: path, PlatformsAll: all, Sample: !empty, Logger: log, TrustedProxies: trusted, Drain: drain, LiveFolder: liveFolder}
			return serve(cmd.Context(), cmd.OutOrStdout(), cfg, listenAt{addr, metricsAddr})
		},
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8787", "the address to listen on")
	c.Flags().StringVar(&metricsAddr, "metrics-addr", "", "the address to answer /metrics on, for Prometheus; unset: none")
	c.Flags().StringArrayVar(&proxies, "trusted-proxy", nil, "a network or address whose X-Forwarded-For is believed; may be given again")
	c.Flags().DurationVar(&drain, "drain", 0, "how long to go on when told to end, while /health says no")
	c.Flags().StringVar(&platforms, "platforms", "photo", "which networks the platform field knows: photo or all")
	c.Flags().StringVar(&liveFolder, "live-folder", "", "answer live data from a folder of files saved by download tools")
	c.Flags().BoolVar(&empty, "empty", false, "leave the sample world out of a new database")
	return c
}

func allPlatforms(flag string) (bool, error) {
	switch flag {
	case "photo":
		return false, nil
	case "all":
		return true, nil
	}
	return false, usage("--platforms takes photo or all, not " + flag)
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
			return nil, usage("--trusted-proxy takes a network such as 10.0.0.0/8, or an address, not " + f)
		}
		out = append(out, network.Masked())
	}
	return out, nil
}

// listenAt is where a service listens; metrics may be "".
type listenAt struct{ service, metrics string }

// heapRoom is how much the heap of a service grows at most before it is
// collected: that of a large catalogue would double otherwise.
const heapRoom = 96 << 20

// boundHeap sets the collector by what the heap holds now.
func boundHeap() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	debug.SetGCPercent(min(100, int(heapRoom*100/max(1, m.HeapAlloc))))
}

func serve(ctx context.Context, out io.Writer, cfg boot.Config, at listenAt) error {
	cfg.Indexed = boundHeap
	app, err := boot.Open(ctx, cfg)
	if err != nil {
		return err
	}
	listener, err := listen(at.service, "--addr")
	if err != nil {
		return errors.Join(err, app.Close())
	}
	fmt.Fprintf(out, "serving http://%s from %s\n", listener.Addr(), cfg.StorePath)
	if err := firstKey(ctx, out, app.Store); err != nil {
		return errors.Join(err, listener.Close(), app.Close())
	}
	endMetrics, err := serveMetrics(out, app, at.metrics)
	if err != nil {
		return errors.Join(err, listener.Close(), app.Close())
	}
	app.Service.Warm()
	cfg.Logger.Info("ready")
	err = app.Serve(ctx, listener)
	cfg.Logger.Info("stopped")
	return errors.Join(err, endMetrics(), app.Close())
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
