package receiver

import (
	"fmt"
	"net/http"
)

// Reason says why a request is no valid webhook. The texts are stable.
type Reason string

// The reasons of the contract.
const (
	MissingHeader     Reason = "missing-header"
	MalformedHeader   Reason = "malformed-header"
	SignatureMissing  Reason = "signature-missing"
	SignatureMismatch Reason = "signature-mismatch"
	DigestMismatch    Reason = "digest-mismatch"
	NotCovered        Reason = "not-covered"
	UnsignedIdentity  Reason = "identity-unsigned"
	BearerMismatch    Reason = "bearer-mismatch"
	WrongEndpoint     Reason = "wrong-endpoint"
	TimestampTooOld   Reason = "timestamp-too-old"
	TimestampInFuture Reason = "timestamp-in-future"
	UnknownKey        Reason = "unknown-key"
	KeysUnavailable   Reason = "keys-unavailable"
	PayloadMalformed  Reason = "payload-malformed"
	PayloadVersion    Reason = "payload-version"
	BodyTooLarge      Reason = "body-too-large"
)

// InvalidError is what Verify answers about a request that is no valid webhook.
type InvalidError struct {
	Reason Reason
	// Detail is for people.
	Detail string
}

func (err *InvalidError) Error() string {
	return fmt.Sprintf("%s: %s", err.Reason, err.Detail)
}

// Status is what to answer: after 503 the service sends it again, after a 4xx it does not.
func (err *InvalidError) Status() int {
	switch err.Reason {
	case UnknownKey, KeysUnavailable:
		return http.StatusServiceUnavailable
	case BodyTooLarge:
		return http.StatusRequestEntityTooLarge
	case PayloadMalformed, PayloadVersion:
		return http.StatusBadRequest
	}
	return http.StatusUnauthorized
}

// MistakeError is about options that would verify nothing: a mistake of the programmer.
type MistakeError struct{ Detail string }

func (err *MistakeError) Error() string { return "receiver: " + err.Detail }

func invalid(reason Reason, detail string) *InvalidError {
	return &InvalidError{reason, detail}
}
