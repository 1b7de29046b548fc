package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/client/signin"
	"greenroom/cmd/run"
	"greenroom/config"
)

// addition holds the flags of connection add.
type addition struct {
	keyFlags
	url                     string
	plain, use              bool
	none, signIn            bool
	client, tokens          string
	scopes                  []string
	names                   []string
	perCall, perRun, perDay run.Limit
}

// keyFlags say where a key comes from.
type keyFlags struct {
	env, command string
	keyring      bool
}

func (k keyFlags) sources() (all []config.KeySource, err error) {
	if k.env != "" {
		all = append(all, config.KeyFromEnv(k.env))
	}
	if k.command != "" {
		argv, err := config.SplitCommand(k.command)
		if err != nil {
			return nil, err
		}
		all = append(all, config.KeyFromCommand(argv))
	}
	if k.keyring {
		all = append(all, config.KeyInKeyring())
	}
	return all, nil
}

func add(at *run.At) *cobra.Command {
	var a addition
	return run.Command{
		Use: "add NAME --url URL", Short: "Add a connection to a service",
		Long: `Add stores a connection under a name. Its key comes from an environment variable,
from the first line a command prints, from the system keyring, or, only if you
say so, from the connections file itself. For the last two, add asks for the key
without showing it, or reads it from standard input. If the service uses sign-in
there is no key: run greenroom login.`,
		Example: `greenroom connection add agency --url https://cds.example --key-env KEY
greenroom connection add agency --url https://cds.example --key-keyring
greenroom connection add agency --url https://cds.example --sign-in`,
		Takes: run.One("the name of one connection"), Local: true, Flags: a.flags,
		Work: func(ctx context.Context, j *run.Job) error { return a.work(ctx, j, j.Items[0]) },
	}.New(at)
}

func (a *addition) flags(f *pflag.FlagSet) {
	f.StringVar(&a.url, "url", "", "the ADDRESS of the service, without /v1")
	f.StringVar(&a.env, "key-env", "", "read the key from the environment variable NAME")
	f.StringVar(&a.command, "key-command", "", "read the key from the first line that COMMAND prints; runs without a shell")
	f.BoolVar(&a.keyring, "key-keyring", false, "ask for the key and store it in the system keyring")
	f.BoolVar(&a.plain, "store-key-in-plain-text", false, "ask for the key and store it unencrypted in the connections file")
	f.BoolVar(&a.none, "no-key", false, "use no key: calls are free, or paid for individually (see greenroom connection pay)")
	f.BoolVar(&a.signIn, "sign-in", false, "use no key: sign in with greenroom login")
	f.StringVar(&a.client, "client-id", "", "the client id for sign-in (default: "+signin.DefaultClient+")")
	f.StringSliceVar(&a.scopes, "scopes", nil, "the SCOPES to request at sign-in (default: all the service offers)")
	f.StringVar(&a.tokens, "tokens", "", "store sign-in tokens in PLACE, keyring or file (default: the keyring if it works, otherwise a file)")
	f.StringSliceVar(&a.names, "names", nil, "the service's names for the networks, as NETWORK=NAME,...: photoplatform=instagram")
	f.Var(&a.perCall, "max-per-call", "spend at most CREDITS per call; a call that can cost more is not sent")
	f.Var(&a.perRun, "max-per-session", "spend at most CREDITS per session (one run of the program)")
	f.Var(&a.perDay, "max-per-day", "spend at most CREDITS per day, local time")
	f.BoolVar(&a.use, "use", false, "use this connection by default")
}

func (a *addition) work(ctx context.Context, j *run.Job, name string) error {
	c, err := a.connection(name)
	if err != nil {
		return run.WrongUse(err)
	}
	// Before the key is asked for: a name that is taken, or a broken file.
	list, err := load()
	if err == nil {
		err = list.Add(c)
	}
	if err != nil {
		return run.WrongUse(err)
	}
	if a.keyring || a.plain {
		key, err := askKey(ctx, j, name)
		if err != nil {
			return err
		}
		if a.plain {
			c.Key = config.KeyInPlainText(key)
		} else if err := storeKey(ctx, name, key); err != nil {
			return err
		}
	}
	err = change(ctx, func(l *config.Connections) error {
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
		j.Say("warning: the address starts with http://, so others on the network can read the key and all answers")
	}
	_, err = fmt.Fprintln(j.Out, added(c, a.use))
	return err
}

func added(c config.Connection, used bool) string {
	said := "added " + c.Name + ", with the key from " + c.Key.String() + "; "
	if c.Key.Kind == config.KeySignIn {
		return "added " + c.Name + "; greenroom login " + c.Name + " signs in to it"
	}
	if c.Key.Kind == config.KeyNone {
		said = "added " + c.Name + ", without a key; "
	}
	if used {
		return said + "now in use; to test it, run greenroom connection test"
	}
	return said + "greenroom connection test " + c.Name + " asks it, greenroom connection use " + c.Name + " puts it in use"
}

// connection returns the connection as described, without the key itself.
func (a *addition) connection(name string) (config.Connection, error) {
	c := config.Connection{Name: name, URL: strings.TrimSpace(a.url), Names: map[api.Platform]string{}}
	if err := errors.Join(config.CheckName(name), config.CheckURL(c.URL)); err != nil {
		return c, err
	}
	for _, pair := range a.names {
		neutral, word, ok := strings.Cut(pair, "=")
		if !ok {
			return c, fmt.Errorf("--names must be NETWORK=NAME, such as photoplatform=instagram, not %s", pair)
		}
		c.Names[api.Platform(strings.TrimSpace(neutral))] = strings.TrimSpace(word)
	}
	c.Caps = config.Caps{Call: a.perCall.Given(), Session: a.perRun.Given(), Day: a.perDay.Given()}
	var err error
	if c.Key, err = a.key(); err != nil {
		return c, err
	}
	if !a.signIn && (a.client != "" || a.tokens != "" || len(a.scopes) > 0) {
		return c, errors.New("--client-id, --scopes and --tokens only work with --sign-in")
	}
	c.SignIn = config.SignIn{Client: a.client, Scopes: a.scopes, Tokens: config.TokenPlace(a.tokens)}
	if a.signIn && unencrypted(c.URL) {
		return c, errors.New("sign-in needs an https:// address: over http:// others could read the tokens")
	}
	return c, config.CheckSignIn(c.SignIn)
}

func (a *addition) key() (config.KeySource, error) {
	all, err := a.sources()
	if err != nil {
		return config.KeySource{}, err
	}
	if a.plain {
		all = append(all, config.KeySource{Kind: config.KeyPlain})
	}
	if a.signIn {
		all = append(all, config.KeySource{Kind: config.KeySignIn})
	}
	if a.none {
		all = append(all, config.NoKey())
	}
	if len(all) != 1 {
		return config.KeySource{}, errors.New("choose one source for the key: --key-env VARIABLE, --key-command COMMAND, --key-keyring or --store-key-in-plain-text; or no key: --sign-in or --no-key")
	}
	return all[0], nil
}

func storeKey(ctx context.Context, name, key string) error {
	ctx, cancel := context.WithTimeout(ctx, keyringTimeout)
	defer cancel()
	if err := config.SystemKeyring().Set(ctx, name, key); err != nil {
		return fmt.Errorf("%w; --key-env and --key-command work without it", err)
	}
	return nil
}

// askKey asks for a key on the terminal without showing it, or reads the first
// line of standard input.
func askKey(ctx context.Context, j *run.Job, name string) (string, error) {
	var line string
	var err error
	if f, ok := j.Keyboard(); ok {
		fmt.Fprintf(j.Errs, "Key for %s (input is hidden): ", name)
		line, err = hidden(ctx, f)
		fmt.Fprintln(j.Errs)
	} else {
		line, err = bufio.NewReader(io.LimitReader(j.In, 64<<10)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		return "", errors.New("the key could not be read; nothing was added")
	}
	key := strings.TrimSpace(line)
	if err := config.CheckKey(key); err != nil {
		return "", run.Usagef("the key is not valid: %w (enter it when asked, or pass it on standard input)", err)
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

// unencrypted says whether a key would travel readable, other than inside this
// machine.
func unencrypted(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "http" && !config.Loopback(u.Hostname())
}
