package signintest

import "context"

// Lock waits until nobody else changes the session.
func (p *Place) Lock(context.Context) (func(), error) {
	p.held.Lock()
	return p.held.Unlock, nil
}

// Load returns the saved bytes.
func (p *Place) Load(context.Context) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Kept, nil
}

// Keep keeps another one.
func (p *Place) Keep(_ context.Context, b []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Fail != nil {
		return p.Fail
	}
	p.Kept = b
	return nil
}

// Forget keeps none.
func (p *Place) Forget(context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Kept = nil
	return nil
}

// Where is in memory.
func (p *Place) Where(context.Context) string { return "memory" }
