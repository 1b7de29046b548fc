package codetest

import (
	"strings"
	"sync"
)

// Log holds what several goroutines log at once.
type Log struct {
	mu  sync.Mutex
	all strings.Builder
}

func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}
