package receiver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	callLogAttempts = 100
	callLogTime     = 600 * time.Second
	callLogTimeout  = 10 * time.Second
	waitMin         = time.Second
	waitMax         = 30 * time.Second
	// The service takes logs of at most 5 MiB.
	logBytesMax = 8_388_608
)

// CallLogOptions say whose log is read.
type CallLogOptions struct {
	// URL is where the service is; https, or on this machine.
	URL string
	// APIKey has the scope call-logs:read.
	APIKey string
	CallID string
	// Attempts is how often it asks at most; 0: 100.
	Attempts int
	// Time is how long it waits at most; 0: 600 seconds.
	Time time.Duration
	// AllowHTTP allows http: to hosts other than this machine. Only for networks that you trust.
	AllowHTTP bool
	Client    *http.Client
	// Now and Sleep are for tests.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
}

// NoLogReason says why there is no call log.
type NoLogReason string

// Why there is no call log.
const (
	// NeverLogged: there is none, and none will come.
	NeverLogged NoLogReason = "never"
	// GaveUp: after the attempts or the time.
	GaveUp NoLogReason = "gave-up"
	// Refused: the key may not read it, or the answer is no log.
	Refused NoLogReason = "refused"
)

// NoLogError says why there is no call log.
type NoLogError struct {
	Reason NoLogReason
	// Detail is for people.
	Detail string
}

func (err *NoLogError) Error() string { return fmt.Sprintf("%s: %s", err.Reason, err.Detail) }

// ReadCallLog asks for the log of a call as long as the service says that one may come, and gives
// up in time. CALL_LOG_CREATED says that the call has ended; its log may come later or never. The
// error is a *NoLogError, a *MistakeError about the options, or that of the context.
func ReadCallLog(ctx context.Context, options CallLogOptions) (map[string]any, error) {
	if options.Attempts < 0 || options.Time < 0 {
		return nil, &MistakeError{"Attempts and Time must be 0 or more"}
	}
	attempts, limit := options.Attempts, options.Time
	if attempts == 0 {
		attempts = callLogAttempts
	}
	if limit == 0 {
		limit = callLogTime
	}
	base, err := checkedURL(options.URL, options.AllowHTTP)
	if err != nil {
		return nil, err
	}
	address := strings.TrimRight(base, "/") + "/v1/call-logs/" + url.PathEscape(options.CallID)
	now, sleep := options.Now, options.Sleep
	if now == nil {
		now = time.Now
	}
	if sleep == nil {
		sleep = pause
	}
	client := boundClient(options.Client, callLogTimeout)
	until := now().Add(limit)
	for tried := 1; ; tried++ {
		log, wait, failure := ask(ctx, client, address, options.APIKey, tried)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if failure == nil || failure.Reason != GaveUp {
			if failure == nil {
				return log, nil
			}
			return nil, failure
		}
		if tried >= attempts {
			failure.Detail = fmt.Sprintf("Asked %d times. %s", tried, failure.Detail)
			return nil, failure
		}
		if now().Add(wait).After(until) {
			failure.Detail = fmt.Sprintf("Waited %s at most. %s", limit, failure.Detail)
			return nil, failure
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

var secondsPattern = regexp.MustCompile(`^[0-9]{1,6}$`)

// ask: the reason GaveUp says to ask again after the wait.
func ask(
	ctx context.Context, client *http.Client, address, apiKey string, tried int,
) (map[string]any, time.Duration, *NoLogError) {
	wait := min(waitMax, waitMin<<min(tried-1, 10))
	answer, err := get(ctx, client, address, "Bearer "+apiKey, logBytesMax)
	if err != nil {
		return nil, wait, &NoLogError{GaveUp, fmt.Sprintf("The service does not answer: %s.", err)}
	}
	var found map[string]any
	isObject := json.Unmarshal(answer.body, &found) == nil && found != nil
	if answer.status == http.StatusOK {
		if isObject {
			return found, 0, nil
		}
		return nil, 0, &NoLogError{Refused, "The answer is no call log."}
	}
	detail, isText := found["detail"].(string)
	if !isText {
		detail = fmt.Sprintf("The service says %d.", answer.status)
	}
	switch answer.status {
	case http.StatusNotFound:
		if answer.retryAfter == "" {
			return nil, 0, &NoLogError{NeverLogged, detail}
		}
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
	default:
		if answer.status < http.StatusInternalServerError {
			return nil, 0, &NoLogError{Refused, detail}
		}
	}
	if secondsPattern.MatchString(answer.retryAfter) {
		seconds, _ := strconv.Atoi(answer.retryAfter)
		wait = max(waitMin, time.Duration(seconds)*time.Second)
	}
	return nil, wait, &NoLogError{GaveUp, detail}
}

func pause(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
