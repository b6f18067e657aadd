package receiver

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Identity says what proves endpoint, event, sequence and run of an event.
type Identity string

// What proves the identity of an event.
const (
	IdentitySigned   Identity = "signed"
	IdentityToken    Identity = "token"
	IdentityUnsigned Identity = "unsigned"
)

// Event is a valid webhook.
type Event struct {
	// WebhookID is the same on every attempt: recognise duplicates by it, per endpoint.
	WebhookID  string
	EndpointID string
	// Event is the trigger, such as OUTBOUND_CALL_COMPLETED.
	Event string
	// Attempt counts from 1. For logs only: no signature covers it.
	Attempt int
	// Sequence is the place among the call's deliveries to this endpoint, from 1; 0 if it is not
	// proven: see Options.AcceptUnsignedIdentity.
	Sequence int
	// Reopened: an operator asked for it again, so it may come after later ones of its call.
	Reopened bool
	// RunID is for the result that an agent of your own must post; empty in all other webhooks.
	RunID    string
	Identity Identity
	Payload  Payload
}

// CallID is the id of the call that the event is about; empty if its data names none.
func (event Event) CallID() string {
	id, _ := event.Payload.Data["callId"].(string)
	return id
}

// Kind tells which keys the data of a payload has.
type Kind string

// The kinds of payloads; KindOther is of an event that this version does not know.
const (
	KindOutbound     Kind = "outbound"
	KindInbound      Kind = "inbound"
	KindInboundError Kind = "inbound-error"
	KindCallLog      Kind = "call-log"
	KindACWCompleted Kind = "acw-completed"
	KindOther        Kind = "other"
)

// Payload is the body of a webhook (payload version 1, whose keys only grow).
type Payload struct {
	Kind Kind
	// Message is for people: never parse it.
	Message string
	Data    map[string]any
	// Errors is nil if the body has no such key.
	Errors []CallError
}

// CallError is an error of a call. Timestamp is ISO 8601 in UTC with milliseconds.
type CallError struct {
	Code, Message, Timestamp string
}

// HasErrors tells whether the call has an error. Never judge by callStatus: a failed dial may end
// as COMPLETED.
func HasErrors(event Event) bool {
	return len(event.Payload.Errors) > 0
}

var dataKeys = map[Kind][]string{
	KindOutbound:     {"callId", "callStatus", "callSid", "clientId"},
	KindInbound:      {"callId", "callStatus"},
	KindInboundError: {"callId", "callStatus", "callSid"},
	KindCallLog:      {"callId", "callStatus", "callSid", "clientId", "direction"},
	KindACWCompleted: {"callId", "acwAgentId", "acwResultId", "isError"},
}

func parsePayload(rawBody []byte, event, contentKey string) (Payload, error) {
	var body map[string]any
	if err := json.Unmarshal(rawBody, &body); err != nil {
		return Payload{}, malformed("The body is no JSON object.")
	}
	data, ok := body["data"].(map[string]any)
	if !ok {
		return Payload{}, malformed(`The body has no object "data".`)
	}
	message, ok := body[contentKey].(string)
	if !ok {
		return Payload{}, malformed(fmt.Sprintf("The body has no text %q.", contentKey))
	}
	errors, ok := readErrors(body)
	if !ok {
		return Payload{}, malformed(`"errors" is no list of errors.`)
	}
	kind := kindOf(event, data)
	for _, key := range dataKeys[kind] {
		if _, ok := data[key].(string); !ok {
			return Payload{}, malformed(fmt.Sprintf(`"data" has no text %q for %s.`, key, event))
		}
	}
	return Payload{Kind: kind, Message: message, Data: data, Errors: errors}, nil
}

func kindOf(event string, data map[string]any) Kind {
	switch {
	case event == "CALL_LOG_CREATED":
		if data["direction"] == "OUTBOUND" || data["direction"] == "INBOUND" {
			return KindCallLog
		}
		return KindOther
	case event == "ACW_COMPLETED":
		return KindACWCompleted
	case event == "INBOUND_CALL_ERROR":
		return KindInboundError
	case strings.HasPrefix(event, "OUTBOUND_CALL_"):
		return KindOutbound
	case strings.HasPrefix(event, "INBOUND_CALL_"):
		return KindInbound
	}
	return KindOther
}

func readErrors(body map[string]any) ([]CallError, bool) {
	value, present := body["errors"]
	if !present {
		return nil, true
	}
	list, ok := value.([]any)
	if !ok {
		return nil, false
	}
	errors := make([]CallError, 0, len(list))
	for _, each := range list {
		fields, _ := each.(map[string]any)
		code, hasCode := fields["code"].(string)
		message, hasMessage := fields["message"].(string)
		timestamp, hasTimestamp := fields["timestamp"].(string)
		if !hasCode || !hasMessage || !hasTimestamp {
			return nil, false
		}
		errors = append(errors, CallError{code, message, timestamp})
	}
	return errors, true
}

func malformed(detail string) error {
	return invalid(PayloadMalformed, detail)
}
