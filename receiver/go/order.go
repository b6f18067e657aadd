package receiver

import (
	"container/list"
	"context"
	"sync"
)

// Outcome says what a guard did with a webhook.
type Outcome string

// The outcomes of a guard.
const (
	// Handled: new, and not before a handled one of its call.
	Handled Outcome = "handled"
	// Reopened: a newer one of its call was handled before, but an operator asked for it again, so
	// it was handled: do not let it undo what the newer one said.
	Reopened Outcome = "reopened"
	// Duplicate: this webhook was handled before; it was not handled again.
	Duplicate Outcome = "duplicate"
	// Late: a newer one of its call was handled before; this one was not.
	Late Outcome = "late"
)

// OrderStore is what a guard remembers. A guard calls it for one webhook of a call at a time.
type OrderStore interface {
	WasHandled(ctx context.Context, endpointID, webhookID string) (bool, error)
	// LastSequence is 0 if none is known.
	LastSequence(ctx context.Context, endpointID, callID string) (int, error)
	// Remember takes the highest sequence of the call that was handled; 0: not known.
	Remember(ctx context.Context, endpointID, webhookID, callID string, last int) error
}

// OrderGuard handles each webhook once, and never an older one after a newer one of the same call,
// except one that an operator reopened. The zero value remembers 100,000 webhooks in memory.
type OrderGuard struct {
	// Store is nil for memory, which ends with the process.
	Store OrderStore
	// OnMissed is told before an event is handled how many of its call are missing before it: they
	// were given up or cancelled, or were not handled to the end.
	OnMissed func(event Event, count int)

	mutex sync.Mutex
	lanes map[[2]string]*lane
}

type lane struct {
	mutex sync.Mutex
	users int
}

// Run calls handle for a webhook that is new and in order, or that an operator reopened. If handle
// fails, the webhook counts as not handled: answer 500, and the service sends it again.
func (guard *OrderGuard) Run(
	ctx context.Context, event Event, handle func(context.Context, Event) error,
) (Outcome, error) {
	store, leave := guard.enter([2]string{event.EndpointID, event.CallID()})
	defer leave()
	wasHandled, err := store.WasHandled(ctx, event.EndpointID, event.WebhookID)
	if err != nil {
		return "", err
	}
	if wasHandled {
		return Duplicate, nil
	}
	last, err := store.LastSequence(ctx, event.EndpointID, event.CallID())
	if err != nil {
		return "", err
	}
	isLate := event.Sequence > 0 && event.Sequence <= last
	if isLate && !event.Reopened {
		return Late, nil
	}
	// What the guard did not see before the first one is not known to be missing.
	if missed := event.Sequence - last - 1; last > 0 && missed > 0 && guard.OnMissed != nil {
		guard.OnMissed(event, missed)
	}
	if err := handle(ctx, event); err != nil {
		return "", err
	}
	highest := 0
	if event.Sequence > 0 {
		highest = max(event.Sequence, last)
	}
	// It was handled: that is remembered even if the request has ended meanwhile.
	stored := context.WithoutCancel(ctx)
	err = store.Remember(stored, event.EndpointID, event.WebhookID, event.CallID(), highest)
	if err != nil {
		return "", err
	}
	if isLate {
		return Reopened, nil
	}
	return Handled, nil
}

// enter waits until no other webhook of the call is worked on.
func (guard *OrderGuard) enter(key [2]string) (store OrderStore, leave func()) {
	guard.mutex.Lock()
	if guard.Store == nil {
		guard.Store = NewMemoryStore(0)
	}
	store = guard.Store
	if guard.lanes == nil {
		guard.lanes = map[[2]string]*lane{}
	}
	own := guard.lanes[key]
	if own == nil {
		own = &lane{}
		guard.lanes[key] = own
	}
	own.users++
	guard.mutex.Unlock()
	own.mutex.Lock()
	return store, func() {
		own.mutex.Unlock()
		guard.mutex.Lock()
		defer guard.mutex.Unlock()
		own.users--
		if own.users == 0 {
			delete(guard.lanes, key)
		}
	}
}

const memoryCapacity = 100_000

// MemoryStore remembers a bounded number; the longest unused are forgotten.
type MemoryStore struct {
	mutex   sync.Mutex
	handled recent
	last    recent
}

// NewMemoryStore takes how many webhooks and calls are remembered; 0: 100,000 each.
func NewMemoryStore(capacity int) *MemoryStore {
	if capacity <= 0 {
		capacity = memoryCapacity
	}
	return &MemoryStore{handled: newRecent(capacity), last: newRecent(capacity)}
}

// WasHandled implements OrderStore.
func (store *MemoryStore) WasHandled(_ context.Context, endpointID, webhookID string) (bool, error) {
	store.mutex.Lock()
	defer store.mutex.Unlock()
	return store.handled.values[[2]string{endpointID, webhookID}] != nil, nil
}

// LastSequence implements OrderStore.
func (store *MemoryStore) LastSequence(_ context.Context, endpointID, callID string) (int, error) {
	store.mutex.Lock()
	defer store.mutex.Unlock()
	if element := store.last.values[[2]string{endpointID, callID}]; element != nil {
		return element.Value.(kept).value, nil
	}
	return 0, nil
}

// Remember implements OrderStore.
func (store *MemoryStore) Remember(
	_ context.Context, endpointID, webhookID, callID string, last int,
) error {
	store.mutex.Lock()
	defer store.mutex.Unlock()
	store.handled.keep([2]string{endpointID, webhookID}, 1)
	if last > 0 {
		store.last.keep([2]string{endpointID, callID}, last)
	}
	return nil
}

// recent is a map that forgets what was not kept for longest.
type recent struct {
	capacity int
	order    *list.List
	values   map[[2]string]*list.Element
}

type kept struct {
	key   [2]string
	value int
}

func newRecent(capacity int) recent {
	return recent{capacity, list.New(), map[[2]string]*list.Element{}}
}

func (recent *recent) keep(key [2]string, value int) {
	if known := recent.values[key]; known != nil {
		recent.order.Remove(known)
	}
	recent.values[key] = recent.order.PushBack(kept{key, value})
	if recent.order.Len() > recent.capacity {
		oldest := recent.order.Front()
		recent.order.Remove(oldest)
		delete(recent.values, oldest.Value.(kept).key)
	}
}
