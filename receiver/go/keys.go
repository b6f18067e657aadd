package receiver

import (
	"context"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"sync"
	"time"
)

const (
	keysMaxAge = 5 * time.Minute
	// How long fetched keys are used if the address cannot be reached.
	keysStaleMax      = time.Hour
	unknownKeyPause   = time.Minute
	failurePause      = 5 * time.Second
	keysTimeout       = 5 * time.Second
	documentBytesMax  = 65_536
	keysMax           = 32
	modulusBitsMin    = 2_048
	modulusBitsMax    = 8_192
	publicExponentMin = 65_537
)

// Keys finds the public key of an id. The error of an id that is not known has the reason
// UnknownKey, that of keys that cannot be fetched now KeysUnavailable.
type Keys interface {
	Lookup(ctx context.Context, kid string) (*rsa.PublicKey, *InvalidError)
}

// KeySet fetches the keys of a project from its JWKS address and keeps them. An unknown id causes
// another fetch, at most once a minute, so that made-up ids cannot cause a flood of requests.
type KeySet struct {
	url    string
	client *http.Client
	now    func() time.Time

	mutex     sync.RWMutex // of the fields below
	keys      map[string]*rsa.PublicKey
	fetchedAt time.Time
	failure   string

	fetching sync.Mutex // a caller that asks during a fetch waits for it
	triedAt  time.Time
}

// KeySetOptions are all optional.
type KeySetOptions struct {
	// Client fetches; its CheckRedirect is not used, since redirects are not followed.
	Client *http.Client
	// AllowHTTP allows http: to hosts other than this machine. Only for networks that you trust.
	AllowHTTP bool
	// Now is a clock, for tests.
	Now func() time.Time
}

// NewKeySet takes an address that you configure: never take it from a request. The error says that
// the address is neither https nor on this machine.
func NewKeySet(jwksURL string, options ...KeySetOptions) (*KeySet, error) {
	var chosen KeySetOptions
	if len(options) > 0 {
		chosen = options[0]
	}
	url, err := checkedURL(jwksURL, chosen.AllowHTTP)
	if err != nil {
		return nil, err
	}
	set := &KeySet{url: url, client: boundClient(chosen.Client, keysTimeout), now: chosen.Now}
	if set.now == nil {
		set.now = time.Now
	}
	return set, nil
}

// Lookup fetches the keys if it needs to.
func (set *KeySet) Lookup(ctx context.Context, kid string) (*rsa.PublicKey, *InvalidError) {
	if !set.isFresh(kid) {
		set.fetching.Lock()
		pause := unknownKeyPause
		if set.hasFailed() {
			pause = failurePause
		}
		if !set.isFresh(kid) && (set.triedAt.IsZero() || set.now().Sub(set.triedAt) >= pause) {
			set.refresh(ctx)
		}
		set.fetching.Unlock()
	}
	set.mutex.RLock()
	defer set.mutex.RUnlock()
	if set.fetchedAt.IsZero() || set.now().Sub(set.fetchedAt) > keysStaleMax {
		return nil, invalid(KeysUnavailable, set.failure)
	}
	if key := set.keys[kid]; key != nil {
		return key, nil
	}
	if set.failure != "" {
		return nil, invalid(KeysUnavailable, set.failure)
	}
	return nil, unknownKey(kid)
}

func (set *KeySet) isFresh(kid string) bool {
	set.mutex.RLock()
	defer set.mutex.RUnlock()
	isYoung := !set.fetchedAt.IsZero() && set.now().Sub(set.fetchedAt) <= keysMaxAge
	return isYoung && set.keys[kid] != nil
}

func (set *KeySet) hasFailed() bool {
	set.mutex.RLock()
	defer set.mutex.RUnlock()
	return set.failure != ""
}

func (set *KeySet) refresh(ctx context.Context) {
	set.triedAt = set.now()
	// Others wait for this fetch: it does not end with the request that began it.
	keys, err := set.fetch(context.WithoutCancel(ctx))
	set.mutex.Lock()
	defer set.mutex.Unlock()
	if err != nil {
		set.failure = err.Error()
		return
	}
	set.keys, set.fetchedAt, set.failure = keys, set.now(), ""
}

func (set *KeySet) fetch(ctx context.Context) (map[string]*rsa.PublicKey, error) {
	answer, err := get(ctx, set.client, set.url, "", documentBytesMax)
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("the JWKS address answered %d", answer.status)
	}
	if answer.body == nil {
		return nil, fmt.Errorf("the key set is too large")
	}
	var document struct {
		Keys *[]json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(answer.body, &document); err != nil || document.Keys == nil {
		return nil, fmt.Errorf("the JWKS address did not answer with a key set")
	}
	found := map[string]*rsa.PublicKey{}
	for at, raw := range *document.Keys {
		if at == keysMax {
			break
		}
		if kid, key := readKey(raw); key != nil {
			found[kid] = key
		}
	}
	return found, nil
}

// FixedKeys is a set of given keys.
type FixedKeys map[string]*rsa.PublicKey

// ReadKeys reads JWKs, each as JSON; it skips those that cannot be used.
func ReadKeys(jwks ...json.RawMessage) FixedKeys {
	keys := FixedKeys{}
	for _, raw := range jwks {
		if kid, key := readKey(raw); key != nil {
			keys[kid] = key
		}
	}
	return keys
}

// Lookup finds a given key.
func (keys FixedKeys) Lookup(_ context.Context, kid string) (*rsa.PublicKey, *InvalidError) {
	if key := keys[kid]; key != nil {
		return key, nil
	}
	return nil, unknownKey(kid)
}

func unknownKey(kid string) *InvalidError {
	return invalid(UnknownKey, fmt.Sprintf("No key has the id %.64s.", kid))
}

func readKey(raw json.RawMessage) (string, *rsa.PublicKey) {
	var jwk struct {
		Kid, Kty, N, E string
		Use, Alg       *string
	}
	if json.Unmarshal(raw, &jwk) != nil || jwk.Kid == "" || jwk.Kty != "RSA" {
		return "", nil
	}
	if jwk.Use != nil && *jwk.Use != "sig" || jwk.Alg != nil && *jwk.Alg != "RS256" {
		return "", nil
	}
	modulus, err := base64.RawURLEncoding.DecodeString(jwk.N)
	if err != nil {
		return "", nil
	}
	exponent, err := base64.RawURLEncoding.DecodeString(jwk.E)
	if err != nil {
		return "", nil
	}
	n, e := new(big.Int).SetBytes(modulus), new(big.Int).SetBytes(exponent)
	if bits := n.BitLen(); bits < modulusBitsMin || bits > modulusBitsMax {
		return "", nil
	}
	if !e.IsInt64() || e.Int64() < publicExponentMin || e.Int64() > math.MaxInt32 || e.Bit(0) == 0 {
		return "", nil
	}
	return jwk.Kid, &rsa.PublicKey{N: n, E: int(e.Int64())}
}
