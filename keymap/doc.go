package keymap

import (
	"fmt"
	"io"
	"strings"
)

// Scopes lists the scopes in the order they are documented.
func Scopes() []Scope {
	return []Scope{Global, List, Search, Creator, Transcript, Shortlist, History, Ledger, Field, Dialog}
}

// WriteMarkdown writes the table for readers of the documentation.
func (m *Map) WriteMarkdown(w io.Writer) {
	fmt.Fprintln(w, "# Keys\n\nWritten from the table in `keymap`; `?` shows the same inside the program.")
	for _, scope := range Scopes() {
		fmt.Fprintf(w, "\n## %s\n\n| keys | what | costs |\n|---|---|---|\n", strings.ToUpper(string(scope[:1]))+string(scope[1:]))
		for _, b := range m.In(scope) {
			keys := make([]string, len(b.Keys))
			for i, k := range b.Keys {
				keys[i] = "`" + Show(k) + "`"
			}
			fmt.Fprintf(w, "| %s | %s | %s |\n", strings.Join(keys, " "), b.Name, b.Price())
		}
	}
}
