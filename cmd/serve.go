package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"

	"github.com/spf13/cobra"

	"greenroom/service"
	"greenroom/service/boot"
)

func newServe(storePath *string) *cobra.Command {
	var addr, platforms string
	var empty bool
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the Creator Data Service to others",
		Long: `Serve listens for HTTP and answers from one database file. On the first start it
makes the account "default" and prints one API key for it, once. The sample world is
written into a new database unless --empty is given.`,
		Example: "greenroom serve --addr 127.0.0.1:8787 --store team.db",
		Args:    takes(0, 0, "no words, only flags"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := allPlatforms(platforms)
			if err != nil {
				return err
			}
			path, err := storeFile(*storePath)
			if err != nil {
				return err
			}
			log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
			cfg := boot.Config{StorePath: path, PlatformsAll: all, Sample: !empty, Logger: log}
			return serve(cmd.Context(), cmd.OutOrStdout(), cfg, addr)
		},
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8787", "the address to listen on")
	c.Flags().StringVar(&platforms, "platforms", "photo", "which networks the platform field knows: photo or all")
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

func serve(ctx context.Context, out io.Writer, cfg boot.Config, addr string) error {
	app, err := boot.Open(ctx, cfg)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w; choose another address with --addr", err), app.Close())
	}
	fmt.Fprintf(out, "serving http://%s from %s\n", listener.Addr(), cfg.StorePath)
	if err := firstKey(ctx, out, app.Store); err != nil {
		return errors.Join(err, listener.Close(), app.Close())
	}
	app.Service.Warm()
	cfg.Logger.Info("ready")
	err = app.Serve(ctx, listener)
	cfg.Logger.Info("stopped")
	return errors.Join(err, app.Close())
}

// firstKey makes one key for a store that has none, and shows it this once.
func firstKey(ctx context.Context, out io.Writer, store service.Store) error {
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
