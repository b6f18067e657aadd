package receiver

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

type vectorFile struct {
	Kind  string
	Keys  map[string]json.RawMessage
	Cases []vector
}

type vector struct {
	Name     string
	Expected any
	// Of verify.
	NowMs     int64
	Headers   [][2]string
	Body      string
	BodyTimes int
	Options   struct {
		Keys, SigningSecret, BearerToken []string
		SignatureFormat                  Format
		EndpointID, ContentKey           string
		ToleranceS                       *int
		AcceptUnsignedIdentity           bool
	}
	// Of order and of the key set.
	Capacity  int
	Steps     []step
	URL       string
	AllowHTTP bool
	IsMistake bool
	// Of the call log.
	CallID, Path      string
	Attempts, Seconds *int
	Answers           []givenAnswer
	Waits             []int
}

type step struct {
	EndpointID, WebhookID, CallID string
	Sequence                      *int
	Reopened, Fails               bool
	AtMs                          int64
	Kid                           string
	Answer                        *givenAnswer
	Fetches                       int
	Expected                      any
}

type givenAnswer struct {
	Status     int
	Body       string
	PadTo      int
	RetryAfter *string
}

func TestVectors(t *testing.T) {
	paths, err := filepath.Glob("../vectors/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no vectors", err)
	}
	ran := 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file vectorFile
		if err := json.Unmarshal(content, &file); err != nil {
			t.Fatal(path, err)
		}
		for _, each := range file.Cases {
			ran++
			t.Run(filepath.Base(path)+"/"+each.Name, func(t *testing.T) {
				said, expected := judged(t, file, each)
				if !reflect.DeepEqual(plain(t, said), plain(t, expected)) {
					t.Errorf("said %v\nexpected %v", said, expected)
				}
			})
		}
	}
	fmt.Printf("ran %d vectors\n", ran)
}

// plain is the value as JSON reads it.
func plain(t *testing.T, value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func judged(t *testing.T, file vectorFile, each vector) (said, expected any) {
	switch file.Kind {
	case "verify":
		return judgedRequest(t, file, each), each.Expected
	case "order":
		for _, step := range each.Steps {
			expected = append(listOf(expected), step.Expected)
		}
		return judgedOrder(t, each), expected
	case "key-set":
		if each.IsMistake {
			_, err := NewKeySet(each.URL)
			var mistake *MistakeError
			return errors.As(err, &mistake), true
		}
		for _, step := range each.Steps {
			expected = append(listOf(expected), []any{step.Expected, step.Fetches})
		}
		return judgedKeys(t, each), expected
	}
	path := "https://calls.example.com" + each.Path
	return judgedLog(t, each), []any{each.Expected, each.Waits, path, len(each.Waits) + 1}
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

func judgedRequest(t *testing.T, file vectorFile, each vector) any {
	options := Options{
		SigningSecrets:         each.Options.SigningSecret,
		BearerTokens:           each.Options.BearerToken,
		Format:                 each.Options.SignatureFormat,
		EndpointID:             each.Options.EndpointID,
		ContentKey:             each.Options.ContentKey,
		AcceptUnsignedIdentity: each.Options.AcceptUnsignedIdentity,
		Now:                    func() time.Time { return time.UnixMilli(each.NowMs) },
	}
	if each.Options.ToleranceS != nil {
		options.Tolerance = time.Duration(*each.Options.ToleranceS) * time.Second
	}
	if each.Options.Keys != nil {
		var jwks []json.RawMessage
		for _, name := range each.Options.Keys {
			jwks = append(jwks, file.Keys[name])
		}
		options.Keys = ReadKeys(jwks...)
	}
	headers := http.Header{}
	for _, pair := range each.Headers {
		headers.Add(pair[0], pair[1])
	}
	body, err := base64.StdEncoding.DecodeString(each.Body)
	if err != nil {
		t.Fatal(err)
	}
	event, err := Verify(context.Background(), headers,
		bytes.Repeat(body, max(1, each.BodyTimes)), options)
	var mistake *MistakeError
	var refused *InvalidError
	switch {
	case errors.As(err, &mistake):
		return map[string]any{"kind": "mistake"}
	case errors.As(err, &refused):
		return map[string]any{
			"kind": "invalid", "reason": refused.Reason, "answerStatus": refused.Status(),
		}
	}
	payload := map[string]any{
		"kind": event.Payload.Kind, "message": event.Payload.Message, "data": event.Payload.Data,
	}
	if event.Payload.Errors != nil {
		list := []any{}
		for _, each := range event.Payload.Errors {
			list = append(list, map[string]any{
				"code": each.Code, "message": each.Message, "timestamp": each.Timestamp,
			})
		}
		payload["errors"] = list
	}
	said := map[string]any{
		"webhookId": event.WebhookID, "endpointId": event.EndpointID, "event": event.Event,
		"attempt": event.Attempt, "sequence": event.Sequence, "reopened": event.Reopened,
		"runId": event.RunID, "identity": event.Identity, "hasErrors": HasErrors(event),
		"payload": payload,
	}
	if event.Sequence == 0 {
		said["sequence"] = nil
	}
	if event.RunID == "" {
		said["runId"] = nil
	}
	return map[string]any{"kind": "valid", "event": said}
}

func judgedOrder(t *testing.T, each vector) any {
	missed := 0
	guard := &OrderGuard{
		Store:    NewMemoryStore(each.Capacity),
		OnMissed: func(_ Event, count int) { missed = count },
	}
	failure := errors.New("the work failed")
	var said []any
	for _, step := range each.Steps {
		missed = 0
		event := Event{
			WebhookID: step.WebhookID, EndpointID: step.EndpointID, Reopened: step.Reopened,
			Payload: Payload{Data: map[string]any{"callId": step.CallID}},
		}
		if step.Sequence != nil {
			event.Sequence = *step.Sequence
		}
		handle := func(context.Context, Event) error {
			if step.Fails {
				return failure
			}
			return nil
		}
		outcome, err := guard.Run(context.Background(), event, handle)
		if err != nil {
			if !errors.Is(err, failure) {
				t.Fatal(err)
			}
			outcome, missed = "failed", 0
		}
		said = append(said, map[string]any{"outcome": outcome, "missed": missed})
	}
	return said
}

// transport answers requests without a network.
type transport func(*http.Request) (*givenAnswer, error)

func (answer transport) RoundTrip(request *http.Request) (*http.Response, error) {
	given, err := answer(request)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	if given.RetryAfter != nil {
		header.Set("retry-after", *given.RetryAfter)
	}
	if given.Status == http.StatusFound || given.Status == http.StatusMovedPermanently {
		header.Set("location", "https://elsewhere.example.com/")
	}
	body := given.Body + strings.Repeat(" ", max(0, given.PadTo-len(given.Body)))
	return &http.Response{
		StatusCode: given.Status, Status: strconv.Itoa(given.Status), Header: header,
		Body: io.NopCloser(strings.NewReader(body)), Request: request,
	}, nil
}

var errNothingAnswers = errors.New("nothing answers")

func judgedKeys(t *testing.T, each vector) any {
	start := time.UnixMilli(1)
	now, fetches := start, 0
	var answer *givenAnswer
	client := &http.Client{Transport: transport(func(request *http.Request) (*givenAnswer, error) {
		fetches++
		if request.URL.String() != each.URL {
			t.Error("asked", request.URL)
		}
		if answer == nil {
			return nil, errNothingAnswers
		}
		return answer, nil
	})}
	set, err := NewKeySet(each.URL, KeySetOptions{
		Client: client, AllowHTTP: each.AllowHTTP, Now: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	var said []any
	for _, step := range each.Steps {
		now, answer = start.Add(time.Duration(step.AtMs)*time.Millisecond), step.Answer
		kind := "key"
		if _, missing := set.Lookup(context.Background(), step.Kid); missing != nil {
			kind = map[Reason]string{UnknownKey: "unknown", KeysUnavailable: "unavailable"}[missing.Reason]
		}
		said = append(said, []any{kind, fetches})
	}
	return said
}

func judgedLog(t *testing.T, each vector) any {
	now := time.UnixMilli(1)
	asked, waits, address := 0, []int{}, ""
	options := CallLogOptions{
		URL: "https://calls.example.com/", APIKey: "rp_key", CallID: each.CallID,
		Now: func() time.Time { return now },
		Sleep: func(_ context.Context, duration time.Duration) error {
			waits = append(waits, int(duration/time.Second))
			now = now.Add(duration)
			return nil
		},
		Client: &http.Client{Transport: transport(func(request *http.Request) (*givenAnswer, error) {
			if request.Header.Get("authorization") != "Bearer rp_key" {
				t.Error("no key")
			}
			address = request.URL.String()
			answer := each.Answers[min(asked, len(each.Answers)-1)]
			asked++
			if answer.Status == 0 {
				return nil, errNothingAnswers
			}
			return &answer, nil
		})},
	}
	if each.Attempts != nil {
		options.Attempts = *each.Attempts
	}
	if each.Seconds != nil {
		options.Time = time.Duration(*each.Seconds) * time.Second
	}
	log, err := ReadCallLog(context.Background(), options)
	var none *NoLogError
	var result any = map[string]any{"kind": "log", "log": log}
	if errors.As(err, &none) {
		result = map[string]any{"kind": "none", "reason": none.Reason}
	} else if err != nil {
		t.Fatal(err)
	}
	return []any{result, waits, address, asked}
}
