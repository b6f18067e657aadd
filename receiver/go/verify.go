package receiver

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// BodyBytesMax bounds a body; the service sends at most 64 KiB.
const BodyBytesMax = 262_144

const (
	defaultTolerance = 300 * time.Second
	secretBytesMin   = 24
	secretBytesMax   = 64
)

// Options say what Verify demands. At least one of Keys, SigningSecrets and BearerTokens is needed.
type Options struct {
	// Keys are a *KeySet, or given keys by ReadKeys.
	Keys Keys
	// SigningSecrets: the whsec_ secret of an endpoint with hmac-sha256; two while one replaces
	// the other.
	SigningSecrets []string
	// BearerTokens: the token of the endpoint; two while one replaces the other.
	BearerTokens []string
	// Format demands a form of signatures; empty: each that came must be valid.
	Format Format
	// EndpointID refuses webhooks to another endpoint of the same project.
	EndpointID string
	// ContentKey of the endpoint; empty: message.
	ContentKey string
	// Tolerance is how far webhook-timestamp may be from now; 0: 300 seconds.
	Tolerance time.Duration
	// AcceptUnsignedIdentity accepts requests of older services, whose signature does not cover
	// event and sequence. It needs EndpointID; Sequence is then 0 and the event is not proven.
	AcceptUnsignedIdentity bool
	// Method of the request; empty: POST.
	Method string
	// Now is a clock, for tests.
	Now func() time.Time
}

var (
	// Without dots, which separate the parts of the signed content.
	idPattern    = regexp.MustCompile(`^[\x21-\x2d\x2f-\x7e]{1,256}$`)
	countPattern = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)
	required     = []struct {
		name    string
		pattern *regexp.Regexp
	}{
		{"webhook-id", idPattern},
		{"webhook-endpoint-id", idPattern},
		{"webhook-event", regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,127}$`)},
		{"webhook-timestamp", regexp.MustCompile(`^[1-9][0-9]{0,11}$`)},
		{"webhook-attempt", countPattern},
		{"webhook-sequence", countPattern},
	}
	tokenPattern = regexp.MustCompile(`^(?i:bearer) +([A-Za-z0-9._~+/-]+=*)$`)
)

// Verify takes the headers and the body bytes as they came, and answers the event. The error is an
// *InvalidError with the reason and the status to answer, or a *MistakeError about the options.
func Verify(
	ctx context.Context, headers http.Header, rawBody []byte, options Options,
) (Event, error) {
	tolerance := options.Tolerance
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	if tolerance < 0 {
		return Event{}, &MistakeError{"Tolerance must be 0 or more"}
	}
	given := credentials{keys: options.Keys}
	for _, text := range options.SigningSecrets {
		secret, err := secretBytes(text)
		if err != nil {
			return Event{}, err
		}
		given.secrets = append(given.secrets, secret)
	}
	hasToken := len(options.BearerTokens) > 0
	if given.keys == nil && len(given.secrets) == 0 && !hasToken {
		return Event{}, &MistakeError{"Verify needs Keys, SigningSecrets or BearerTokens"}
	}
	if options.AcceptUnsignedIdentity && options.EndpointID == "" {
		return Event{}, &MistakeError{"AcceptUnsignedIdentity needs EndpointID"}
	}
	if len(rawBody) > BodyBytesMax {
		detail := fmt.Sprintf("The body has more than %d bytes.", BodyBytesMax)
		return Event{}, invalid(BodyTooLarge, detail)
	}
	now := time.Now
	if options.Now != nil {
		now = options.Now
	}
	request := &signedRequest{
		header:     headerReader(headers),
		method:     http.MethodPost,
		rawBody:    rawBody,
		nowSeconds: float64(now().UnixMilli()) / 1_000,
	}
	if options.Method != "" {
		request.method = options.Method
	}
	if failure := checkHeaders(request, options.EndpointID); failure != nil {
		return Event{}, failure
	}
	request.timestampSeconds, _ = strconv.ParseInt(request.value("webhook-timestamp"), 10, 64)
	if failure := checkTime(request, tolerance); failure != nil {
		return Event{}, failure
	}
	if hasToken {
		if failure := checkToken(request, options.BearerTokens); failure != nil {
			return Event{}, failure
		}
	}
	event := eventOf(request)
	if given.keys != nil || len(given.secrets) > 0 {
		proof, failure := checkSignatures(ctx, request, given, options.Format)
		if failure != nil {
			return Event{}, failure
		}
		if proof.isSigned || !hasToken {
			event.Reopened = proof.isReopened
			event.Identity = IdentityUnsigned
			if proof.isSigned {
				event.Identity = IdentitySigned
			}
		}
	}
	if event.Identity == IdentityUnsigned {
		if !options.AcceptUnsignedIdentity {
			return Event{}, invalid(UnsignedIdentity, "The signature does not cover "+
				"webhook-endpoint-id, webhook-event and webhook-sequence.")
		}
		event.Sequence = 0
	}
	contentKey := options.ContentKey
	if contentKey == "" {
		contentKey = "message"
	}
	payload, err := parsePayload(rawBody, event.Event, contentKey)
	if err != nil {
		return Event{}, err
	}
	event.Payload = payload
	return event, nil
}

func eventOf(request *signedRequest) Event {
	attempt, _ := strconv.Atoi(request.value("webhook-attempt"))
	sequence, _ := strconv.Atoi(request.value("webhook-sequence"))
	return Event{
		WebhookID:  request.value("webhook-id"),
		EndpointID: request.value("webhook-endpoint-id"),
		Event:      request.value("webhook-event"),
		Attempt:    attempt,
		Sequence:   sequence,
		Reopened:   request.value("webhook-reopened") == "true",
		RunID:      request.value("acw-run-id"),
		Identity:   IdentityToken,
	}
}

// headerReader joins a header that was sent twice, so that a second value cannot hide behind the
// first.
func headerReader(headers http.Header) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		values := headers.Values(name)
		if len(values) == 0 {
			return "", false
		}
		trimmed := make([]string, len(values))
		for at, value := range values {
			trimmed[at] = strings.Trim(value, " \t\r\n")
		}
		return strings.Join(trimmed, ", "), true
	}
}

func checkHeaders(request *signedRequest, endpointID string) *InvalidError {
	for _, each := range required {
		value, isThere := request.header(each.name)
		if !isThere {
			return invalid(MissingHeader, each.name+" is missing.")
		}
		if !each.pattern.MatchString(value) {
			return invalid(MalformedHeader, each.name+" is malformed.")
		}
	}
	if runID, isThere := request.header("acw-run-id"); isThere && !idPattern.MatchString(runID) {
		return invalid(MalformedHeader, "acw-run-id is malformed.")
	}
	own := request.value("webhook-endpoint-id")
	if agentID, isThere := request.header("acw-agent-id"); isThere && agentID != own {
		return invalid(MalformedHeader, "acw-agent-id is another than webhook-endpoint-id.")
	}
	if version, isThere := request.header("webhook-payload-version"); isThere &&
		version != "1" && version != "2" {
		return invalid(PayloadVersion, "The payload has a version that is not known here.")
	}
	if endpointID != "" && endpointID != own {
		return invalid(WrongEndpoint, "The webhook was sent to another endpoint.")
	}
	return nil
}

func checkTime(request *signedRequest, tolerance time.Duration) *InvalidError {
	aheadSeconds := float64(request.timestampSeconds) - request.nowSeconds
	if aheadSeconds < -tolerance.Seconds() {
		return invalid(TimestampTooOld, "webhook-timestamp is too old.")
	}
	if aheadSeconds > tolerance.Seconds() {
		return invalid(TimestampInFuture, "webhook-timestamp is in the future.")
	}
	return nil
}

func checkToken(request *signedRequest, tokens []string) *InvalidError {
	authorization, isThere := request.header("authorization")
	if !isThere {
		return invalid(MissingHeader, "authorization is missing.")
	}
	match := tokenPattern.FindStringSubmatch(authorization)
	if match == nil {
		return invalid(BearerMismatch, "authorization is no Bearer token.")
	}
	// Hashed, so that the duration does not even reveal the length of the expected token.
	given := sha256.Sum256([]byte(match[1]))
	matches := false
	for _, each := range tokens {
		expected := sha256.Sum256([]byte(each))
		if hmac.Equal(given[:], expected[:]) {
			matches = true
		}
	}
	if !matches {
		return invalid(BearerMismatch, "The Bearer token is another one.")
	}
	return nil
}

// secretBytes: the error does not repeat the text.
func secretBytes(text string) ([]byte, error) {
	base64Text, hasPrefix := strings.CutPrefix(text, "whsec_")
	secret, err := base64.StdEncoding.DecodeString(base64Text)
	if hasPrefix && err == nil && len(secret) >= secretBytesMin && len(secret) <= secretBytesMax {
		return secret, nil
	}
	return nil, &MistakeError{"a signing secret is whsec_ and base64 of 24 to 64 bytes"}
}
