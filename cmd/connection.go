package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/config"
	"greenroom/ui/text"
)

// fileTimeout is how long another process may take to write the connections.
var fileTimeout = 3 * time.Second

func newConnection(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "connection", GroupID: groupHere, Short: "The services that can be used",
		Long: `Connections say which services there are, how the key of each is found, what
they call the networks, and what may be spent there. They are kept in
connections.toml in the configuration folder; a key is never taken from the
command line.`,
		Args: unknownCommand, RunE: helps,
	}
	c.AddCommand(newConnectionAdd(), newConnectionList(at), newConnectionUse(), newConnectionRemove(), newConnectionTest(at))
	return c
}

// helps is what a command does that has its work in its own commands.
func helps(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// addition is what the flags of connection add say.
type addition struct {
	url, env, command        string
	keyring, plain, use      bool
	names                    []string
	perCall, perSess, perDay string
}

func newConnectionAdd() *cobra.Command {
	var a addition
	c := &cobra.Command{
		Use: "add NAME --url URL", Short: "Add a connection to a service",
		Long: `Add keeps a connection under a name. Its key comes from a variable, from a
command that prints it as its first line, from the system's keyring, or, in
so many words, from the file of connections itself. For the last two it is
asked for here without being shown, or read from standard input.`,
		Example: `greenroom connection add agency --url https://cds.example --key-env KEY
greenroom connection add agency --url https://cds.example --key-keyring`,
		Args: takes(1, 1, "the name of one connection"),
		RunE: func(cmd *cobra.Command, args []string) error { return addConnection(cmd, args[0], a) },
	}
	f := c.Flags()
	f.StringVar(&a.url, "url", "", "the ADDRESS of the service: what stands before /v1")
	f.StringVar(&a.env, "key-env", "", "the key is in the variable NAME of the environment")
	f.StringVar(&a.command, "key-command", "", "the key is the first line that COMMAND prints; it is run without a shell")
	f.BoolVar(&a.keyring, "key-keyring", false, "ask for the key and keep it in the system's keyring")
	f.BoolVar(&a.plain, "store-key-in-plain-text", false, "ask for the key and keep it in the file of connections, for whoever can read that")
	f.StringSliceVar(&a.names, "names", nil, "what the service calls the networks, as NETWORK=WORD,...: photoplatform=instagram")
	f.StringVar(&a.perCall, "max-per-call", "", "the most CREDITS one call may cost")
	f.StringVar(&a.perSess, "max-per-session", "", "the most CREDITS one run of the program may spend")
	f.StringVar(&a.perDay, "max-per-day", "", "the most CREDITS that may be spent in a day")
	f.BoolVar(&a.use, "use", false, "make it the connection in use")
	return c
}

func addConnection(cmd *cobra.Command, name string, a addition) error {
	c, err := a.connection(name)
	if err != nil {
		return usageError{err}
	}
	// Before the key is asked for: a name that is taken, or a broken file.
	list, err := config.LoadConnections(config.Standard().Config)
	if err == nil {
		err = list.Add(c)
	}
	if err != nil {
		return usageError{err}
	}
	ctx := cmd.Context()
	if a.keyring || a.plain {
		key, err := askKey(ctx, cmd, name)
		if err != nil {
			return err
		}
		if a.plain {
			c.Key = config.KeyInPlainText(key)
		} else if err := storeKey(ctx, name, key); err != nil {
			return err
		}
	}
	err = changeConnections(ctx, func(l *config.Connections) error {
		if err := l.Add(c); err != nil || !a.use {
			return err
		}
		return l.Use(name)
	})
	if err != nil {
		if a.keyring {
			err = errors.Join(err, config.SystemKeyring().Remove(ctx, name))
		}
		return err
	}
	if unencrypted(c.URL) {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: the address begins with http://: the key and all answers travel readable by others")
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), added(c, a.use))
	return err
}

func added(c config.Connection, used bool) string {
	said := "added " + c.Name + ", with the key from " + c.Key.String() + "; "
	if used {
		return said + "it is in use. greenroom connection test asks it"
	}
	return said + "greenroom connection test " + c.Name + " asks it, greenroom connection use " + c.Name + " puts it in use"
}

// connection is what was said, without the key itself.
func (a addition) connection(name string) (config.Connection, error) {
	c := config.Connection{Name: name, URL: strings.TrimSpace(a.url), Names: map[api.Platform]string{}}
	if err := errors.Join(config.CheckName(name), config.CheckURL(c.URL)); err != nil {
		return c, err
	}
	for _, pair := range a.names {
		neutral, word, ok := strings.Cut(pair, "=")
		if !ok {
			return c, fmt.Errorf("--names takes NETWORK=WORD, such as photoplatform=instagram, not %s", pair)
		}
		c.Names[api.Platform(strings.TrimSpace(neutral))] = strings.TrimSpace(word)
	}
	for flag, cap := range map[string]struct {
		text string
		into **api.Credits
	}{"call": {a.perCall, &c.Caps.Call}, "session": {a.perSess, &c.Caps.Session}, "day": {a.perDay, &c.Caps.Day}} {
		if cap.text == "" {
			continue
		}
		n, err := creditsOf(cap.text)
		if err != nil {
			return c, fmt.Errorf("--max-per-%s: %w", flag, err)
		}
		*cap.into = &n
	}
	var err error
	c.Key, err = a.key()
	return c, err
}

func (a addition) key() (config.KeySource, error) {
	var all []config.KeySource
	if a.env != "" {
		all = append(all, config.KeyFromEnv(a.env))
	}
	if a.command != "" {
		argv, err := config.SplitCommand(a.command)
		if err != nil {
			return config.KeySource{}, err
		}
		all = append(all, config.KeyFromCommand(argv))
	}
	if a.keyring {
		all = append(all, config.KeyInKeyring())
	}
	if a.plain {
		all = append(all, config.KeySource{Kind: config.KeyPlain})
	}
	if len(all) != 1 {
		return config.KeySource{}, errors.New("say where the key comes from, with one of --key-env VARIABLE, --key-command COMMAND, --key-keyring and --store-key-in-plain-text")
	}
	return all[0], nil
}

func storeKey(ctx context.Context, name, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := config.SystemKeyring().Set(ctx, name, key); err != nil {
		return fmt.Errorf("%w; --key-env and --key-command work without it", err)
	}
	return nil
}

// askKey asks for a key on the terminal without showing it, or reads the first
// line of standard input.
func askKey(ctx context.Context, cmd *cobra.Command, name string) (string, error) {
	var line string
	var err error
	if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintf(cmd.ErrOrStderr(), "The key of %s (it is not shown): ", name)
		line, err = hidden(ctx, f)
		fmt.Fprintln(cmd.ErrOrStderr())
	} else {
		line, err = bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 64<<10)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		return "", errors.New("the key could not be read, so nothing was added")
	}
	key := strings.TrimSpace(line)
	if err := config.CheckKey(key); err != nil {
		return "", usage("the key cannot be taken:", err.Error(), "(give it when asked, or on standard input)")
	}
	return key, nil
}

// hidden reads a line without showing it, and leaves the terminal as it was
// also when ctx ends first.
func hidden(ctx context.Context, f *os.File) (string, error) {
	before, err := term.GetState(int(f.Fd()))
	if err != nil {
		return "", err
	}
	type typed struct {
		line []byte
		err  error
	}
	got := make(chan typed, 1)
	go func() {
		line, err := term.ReadPassword(int(f.Fd()))
		got <- typed{line, err}
	}()
	select {
	case t := <-got:
		return string(t.line), t.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(int(f.Fd()), before))
	}
}

func changeConnections(ctx context.Context, change func(*config.Connections) error) error {
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	return config.ChangeConnections(ctx, config.Standard().Config, change)
}

// unencrypted says whether a key would travel readable, other than inside this
// machine.
func unencrypted(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}

// connectionLine is a connection as it is printed: never with its key.
type connectionLine struct {
	Name   string                  `json:"name"`
	URL    string                  `json:"url"`
	Key    string                  `json:"key"`
	Active bool                    `json:"active"`
	Names  map[api.Platform]string `json:"names"`
	Caps   config.Caps             `json:"caps"`
}

func newConnectionList(at *reach) *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List the connections, without their keys", Args: takes(0, 0, "no words")}
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := config.LoadConnections(config.Standard().Config)
		if err != nil {
			return usageError{err}
		}
		// What is in use may come from a flag or the environment instead.
		set, _ := settings(*at)
		lines := connectionLines(list, set.Connection.Value)
		return printItems(cmd, &format, lines, tabled(func(t *table) { drawConnections(t, lines) }))
	}
	return c
}

func connectionLines(list config.Connections, inUse config.Connection) []connectionLine {
	all := append([]config.Connection{{Name: config.BuiltIn, Key: config.KeySource{Kind: config.KeyBuiltIn}, Names: map[api.Platform]string{}}}, list.All...)
	if _, listed := list.Named(inUse.Name); !listed && !inUse.IsBuiltIn() {
		all = append(all, inUse)
	}
	lines := make([]connectionLine, len(all))
	for i, c := range all {
		lines[i] = connectionLine{c.Name, c.URL, c.Key.String(), c.Name == inUse.Name, c.Names, c.Caps}
	}
	return lines
}

func drawConnections(t *table, lines []connectionLine) {
	t.add("", "NAME", "ADDRESS", "KEY FROM", "NAMES", "PER CALL", "SESSION", "DAY")
	for _, l := range lines {
		mark := ""
		if l.Active {
			mark = "*"
		}
		t.add(mark, l.Name, or(l.URL), l.Key, or(namesSay(l.Names)), amount(l.Caps.Call), amount(l.Caps.Session), amount(l.Caps.Day))
	}
}

func namesSay(names map[api.Platform]string) string {
	var words []string
	for _, p := range api.Platforms() {
		if word := names[p]; word != "" {
			words = append(words, string(p)+"="+word)
		}
	}
	return strings.Join(words, ", ")
}

func newConnectionUse() *cobra.Command {
	return &cobra.Command{
		Use: "use NAME", Short: "Put a connection in use; built-in is the service in this program", Args: takes(1, 1, "the name of one connection"),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := changeConnections(cmd.Context(), func(l *config.Connections) error { return l.Use(args[0]) })
			if err != nil {
				return usageError{err}
			}
			for _, name := range []string{config.EnvConnection, config.EnvBaseURL} {
				if os.Getenv(name) != "" {
					fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+name+" is set and goes before it; unset it")
				}
			}
			return nil
		},
	}
}

func newConnectionRemove() *cobra.Command {
	return &cobra.Command{
		Use: "remove NAME", Short: "Remove a connection, and its key from the keyring", Args: takes(1, 1, "the name of one connection"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var gone config.Connection
			used := false
			err := changeConnections(cmd.Context(), func(l *config.Connections) (err error) {
				used = l.Active == args[0]
				gone, err = l.Remove(args[0])
				return err
			})
			if err != nil {
				return usageError{err}
			}
			if used {
				fmt.Fprintln(cmd.ErrOrStderr(), args[0]+" was in use; now the built-in service is")
			}
			if gone.Key.Kind != config.KeyKeyring {
				return nil
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), time.Minute)
			defer cancel()
			err = config.SystemKeyring().Remove(ctx, gone.Name)
			if err != nil && !errors.Is(err, config.ErrNoKey) {
				return fmt.Errorf("%s was removed, but its key is still in the keyring, under greenroom: %w", gone.Name, err)
			}
			return nil
		},
	}
}

func newConnectionTest(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "test [NAME]", Short: "Ask a service for its health, and whether it takes the key; costs nothing",
		Args: takes(0, 1, "the name of one connection, or none for the one in use"),
	}
	var format printing
	format.flag(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		to := *at
		if len(args) == 1 {
			to.connection = args[0]
		}
		set, err := settings(to)
		if err != nil {
			return usageError{err}
		}
		conn, err := dial(cmd.Context(), set, nil)
		if err != nil {
			return err
		}
		checks, failed := probe(cmd.Context(), conn)
		about := check{Name: "connection", Verdict: fine, Says: text.Clean(conn.name).String(), From: set.Chosen.String()}
		err = errors.Join(printChecks(cmd, &format, append([]check{about}, checks...)), conn.close())
		if err == nil && failed != nil {
			err = fmt.Errorf("%s does not work: %w", set.Connection.Value.Name, failed)
		}
		return err
	}
	return c
}
