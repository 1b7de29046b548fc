package workbench

import (
	"errors"
	"os"
	"sync"
)

// errGone is why a workbench ends whose terminal was closed. Where a hang-up is
// ignored, as below nohup, no signal tells it.
var errGone = errors.New("the terminal was closed; what was received is kept")

// input is a terminal that is read from, and says once when there will be nothing
// more to read. The terminal library takes the end of its input for silence.
type input struct {
	*os.File
	gone func()
}

// watched reads from f; gone is closed when f has ended.
func watched(f *os.File) (in input, gone <-chan struct{}) {
	ended := make(chan struct{})
	return input{f, sync.OnceFunc(func() { close(ended) })}, ended
}

// Read is that of the file.
func (in input) Read(p []byte) (int, error) {
	n, err := in.File.Read(p)
	if n == 0 && err != nil {
		in.gone()
	}
	return n, err
}
