package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
)

// Connection is a service that can be used: where it is, how its key is found or
// a person signs in, what it calls the networks, what may be spent there, and
// whether single calls are paid for.
type Connection struct {
	Name   string
	URL    string
	Key    KeySource // of KeySignIn where a person signs in
	SignIn SignIn
	Names  map[api.Platform]string
	Caps   Caps
	Pay    Pay
}

// IsBuiltIn says whether it is the service inside the program.
func (c Connection) IsBuiltIn() bool { return c.Name == BuiltIn }

// CapsOf are the most that may be spent of one kind of money; nil is none that is
// said here.
type CapsOf[T any] struct {
	Call    *T `json:"call"`
	Session *T `json:"session"`
	Day     *T `json:"day"`
}

// Caps are those of credits: nil is without a cap.
type Caps = CapsOf[api.Credits]

// read reads the amounts of a file; wrong names the first that is none.
func (c *CapsOf[T]) read(call, session, day *literal, parse func(string) (T, error)) (wrong string, err error) {
	for _, cap := range []struct {
		name string
		text *literal
		into **T
	}{{"call", call, &c.Call}, {"session", session, &c.Session}, {"day", day, &c.Day}} {
		if cap.text == nil {
			continue
		}
		n, err := parse(cap.text.text)
		if err != nil {
			return cap.name, err
		}
		*cap.into = &n
	}
	return "", nil
}

// Connections are those of the file, by name.
type Connections struct {
	Path   string
	Mode   fs.FileMode // of the file; 0 if there is none
	Active string      // "" is the built-in service
	All    []Connection
	doc    File
}

type connectionsFile struct {
	Active      string                     `toml:"active,omitempty"`
	Connections map[string]connectionTable `toml:"connections,omitempty"`
}

type connectionTable struct {
	URL   string            `toml:"url"`
	Key   *keyTable         `toml:"key,inline,omitempty"`
	Sign  *signInTable      `toml:"sign_in,inline,omitempty"`
	Names map[string]string `toml:"names,inline,omitempty"`
	Caps  *capsTable        `toml:"caps,inline,omitempty"`
	Pay   *payTable         `toml:"pay,inline,omitempty"`
}

type keyTable struct {
	Env     string   `toml:"env,omitempty"`
	Command []string `toml:"command,omitempty"`
	Keyring bool     `toml:"keyring,omitempty"`
	Plain   string   `toml:"plain,omitempty"`
	None    bool     `toml:"none,omitempty"`
	Test    string   `toml:"test,omitempty"`
}

type signInTable struct {
	Client string   `toml:"client,omitempty"`
	Scopes []string `toml:"scopes,omitempty"`
	Tokens string   `toml:"tokens"`
}

type capsTable struct {
	Call    *literal `toml:"call,omitempty"`
	Session *literal `toml:"session,omitempty"`
	Day     *literal `toml:"day,omitempty"`
}

// LoadConnections reads the connections of a configuration folder. A file with
// a mistake is a *FileError.
func LoadConnections(folder string) (Connections, error) {
	list := Connections{Path: filepath.Join(folder, ConnectionsFile)}
	var f connectionsFile
	d, err := readDocument(list.Path, &f)
	list.doc, list.Mode = d, d.mode
	if err != nil {
		return list, err
	}
	for _, name := range slices.Sorted(maps.Keys(f.Connections)) {
		c, err := f.Connections[name].read(&d, name)
		if err != nil {
			return list, err
		}
		list.All = append(list.All, c)
	}
	list.Active = f.Active
	if list.Active == BuiltIn {
		list.Active = ""
	}
	if _, known := list.Named(list.Active); list.Active != "" && !known {
		return list, d.Refuse(list.none(list.Active), "active")
	}
	return list, nil
}

// Named finds a connection.
func (l Connections) Named(name string) (Connection, bool) {
	if i := slices.IndexFunc(l.All, func(c Connection) bool { return c.Name == name }); i >= 0 {
		return l.All[i], true
	}
	return Connection{}, false
}

// none is the sentence for a name that is no connection.
func (l Connections) none(name string) string {
	names := append([]string{BuiltIn}, each.Of(l.All, func(c Connection) string { return c.Name })...)
	return fmt.Sprintf("no connection named %q; choose from %s", name, strings.Join(names, ", "))
}

func (t connectionTable) read(d *File, name string) (Connection, error) {
	at := []string{"connections", name}
	c := Connection{Name: name, URL: t.URL, Names: map[api.Platform]string{}}
	if err := CheckName(name); err != nil {
		return c, d.Refuse(err.Error(), at...)
	}
	if err := CheckURL(t.URL); err != nil {
		return c, d.Refuse(strings.Join(at, ".")+".url: "+err.Error(), append(at, "url")...)
	}
	for neutral, word := range t.Names {
		c.Names[api.Platform(neutral)] = word
	}
	if err := CheckNames(c.Names); err != nil {
		return c, d.Refuse(strings.Join(at, ".")+".names: "+err.Error(), append(at, "names")...)
	}
	if err := t.readAccess(d, &c, at); err != nil {
		return c, err
	}
	if err := t.readPay(d, &c, at); err != nil {
		return c, err
	}
	if t.Caps == nil {
		return c, nil
	}
	if wrong, err := c.Caps.read(t.Caps.Call, t.Caps.Session, t.Caps.Day, credits); err != nil {
		return c, d.Refuse(strings.Join(at, ".")+".caps."+wrong+" "+err.Error(), append(at, "caps", wrong)...)
	}
	return c, nil
}

// readAccess reads what the service is asked with: a key, or a person's session.
func (t connectionTable) readAccess(d *File, c *Connection, at []string) (err error) {
	switch {
	case t.Key != nil && t.Sign != nil:
		return d.Refuse(strings.Join(at, ".")+" has both key and sign_in; use one of them", append(at, "sign_in")...)
	case t.Sign != nil:
		c.Key = KeySource{Kind: KeySignIn}
		c.SignIn = SignIn{Client: t.Sign.Client, Scopes: t.Sign.Scopes, Tokens: TokenPlace(t.Sign.Tokens)}
		if c.SignIn.Tokens == tokensWritten {
			c.SignIn.Tokens = TokensAnywhere
		}
		if err := CheckSignIn(c.SignIn); err != nil {
			return d.Refuse(strings.Join(at, ".")+".sign_in: "+err.Error(), append(at, "sign_in")...)
		}
		return nil
	case t.Key == nil:
		t.Key = &keyTable{}
	}
	if c.Key, err = t.Key.read(); err != nil {
		return d.Refuse(strings.Join(at, ".")+".key: "+err.Error(), append(at, "key")...)
	}
	return nil
}

// tokensWritten is TokensAnywhere in the file.
const tokensWritten = "keyring or file"

// CheckSignIn says what is wrong with how a person signs in.
func CheckSignIn(s SignIn) error {
	switch {
	case !slices.Contains([]TokenPlace{TokensAnywhere, TokensInKeyring, TokensInFile}, s.Tokens):
		return fmt.Errorf("tokens can be stored in the %s or a %s, not in %q", TokensInKeyring, TokensInFile, s.Tokens)
	case strings.ContainsFunc(s.Client, unprinted):
		return errors.New("client contains invalid characters")
	}
	for _, scope := range s.Scopes {
		if scope == "" || strings.ContainsFunc(scope, unprinted) {
			return fmt.Errorf("%q is not a scope", scope)
		}
	}
	return nil
}

func unprinted(r rune) bool { return r <= ' ' || r > '~' }

func (t keyTable) read() (KeySource, error) {
	var found []KeySource
	for _, s := range []struct {
		said bool
		KeySource
	}{
		{t.Env != "", KeyFromEnv(t.Env)}, {len(t.Command) > 0, KeyFromCommand(t.Command)}, {t.Keyring, KeyInKeyring()},
		{t.Plain != "", KeyInPlainText(t.Plain)}, {t.None, NoKey()}, {t.Test != "", KeyForTests(t.Test)},
	} {
		if s.said {
			found = append(found, s.KeySource)
		}
	}
	if len(found) != 1 {
		return KeySource{}, errors.New(`use exactly one of env = "VARIABLE", command = ["program", "word", …], keyring = true, plain = "…" or none = true`)
	}
	return found[0], nil
}

func tableOf(c Connection) connectionTable {
	t := connectionTable{URL: c.URL, Names: map[string]string{}}
	if c.Key.Kind == KeySignIn {
		t.Sign = &signInTable{Client: c.SignIn.Client, Scopes: c.SignIn.Scopes, Tokens: cmp.Or(string(c.SignIn.Tokens), tokensWritten)}
	} else {
		key := keyTableOf(c.Key)
		t.Key = &key
	}
	t.Pay = payTableOf(c.Pay)
	for neutral, word := range c.Names {
		t.Names[string(neutral)] = word
	}
	if c.Caps != (Caps{}) {
		t.Caps = &capsTable{literalOf(c.Caps.Call), literalOf(c.Caps.Session), literalOf(c.Caps.Day)}
	}
	return t
}

func keyTableOf(s KeySource) keyTable {
	t := keyTable{Env: s.env, Command: s.command, Keyring: s.Kind == KeyKeyring, None: s.Kind == KeyNone}
	if s.Kind == KeyTest {
		t.Test = s.plain
	} else {
		t.Plain = s.plain
	}
	return t
}

// literalOf is an amount as it is written; nil stays nil.
func literalOf[T fmt.Stringer](amount *T) *literal {
	if amount == nil {
		return nil
	}
	return &literal{strings.TrimPrefix((*amount).String(), "$")}
}

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName says what is wrong with the name of a connection.
func CheckName(name string) error {
	switch {
	case name == BuiltIn:
		return errors.New(BuiltIn + " is the service inside this program; choose another name")
	case !validName.MatchString(name):
		return fmt.Errorf("a connection name can have up to 64 letters, digits, dots, dashes and underscores, not %q", name)
	}
	return nil
}

// CheckURL says what is wrong with the address of a service. It never repeats
// the address: a user and a password may stand in it.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("the address of a service must start with https:// or http:// and a host, such as https://service.example")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("the address of a service must not contain a user, query or fragment")
	}
	return nil
}

// CheckNames says what is wrong with a service's words for the networks.
func CheckNames(names map[api.Platform]string) error {
	seen := map[string]bool{}
	for _, p := range slices.Sorted(maps.Keys(names)) {
		word := names[p]
		switch {
		case !slices.Contains(api.Platforms(), p):
			return fmt.Errorf("no network named %q; choose from %s", p, api.List(api.Platforms()))
		case word == "":
			return fmt.Errorf("%s has no name", p)
		case seen[word]:
			return fmt.Errorf("two networks cannot both be called %q", word)
		}
		seen[word] = true
	}
	return nil
}
