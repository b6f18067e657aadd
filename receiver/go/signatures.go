package receiver

import (
	"bytes"
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// signaturesMax: two keys sign during a rotation; further signatures are ignored.
const signaturesMax = 8

// Format is a form of signatures that a receiver may demand.
type Format string

// The forms; empty: at least one of them, and each that came must be right.
const (
	WebhookSignature Format = "webhook-signature"
	RFC9421          Format = "rfc9421"
	BothFormats      Format = "both"
)

type signedRequest struct {
	header           func(name string) (string, bool)
	method           string
	rawBody          []byte
	timestampSeconds int64
	nowSeconds       float64
}

func (request *signedRequest) value(name string) string {
	value, _ := request.header(name)
	return value
}

// proof: whether a signature covers endpoint, event, sequence and run, and that it was reopened.
type proof struct{ isSigned, isReopened bool }

type credentials struct {
	keys    Keys
	secrets [][]byte
}

// checkSignatures: the required ones are there, and each that is there is valid. An unsigned header
// proves nothing: any program that forwards a request may write anything into it.
func checkSignatures(
	ctx context.Context, request *signedRequest, given credentials, wanted Format,
) (proof, *InvalidError) {
	_, hasSimple := request.header("webhook-signature")
	_, hasInput := request.header("signature-input")
	_, hasSignature := request.header("signature")
	hasMessage := hasInput || hasSignature
	if !hasSimple && wanted != RFC9421 && (!hasMessage || wanted != "") {
		return proof{}, invalid(SignatureMissing, "webhook-signature is missing.")
	}
	if !hasMessage && (wanted == RFC9421 || wanted == BothFormats) {
		return proof{}, invalid(SignatureMissing, "Signature-Input and Signature are missing.")
	}
	var simple proof
	if hasSimple {
		var failure *InvalidError
		if simple, failure = checkSimple(ctx, request, given); failure != nil {
			return proof{}, failure
		}
	}
	if !hasMessage {
		return simple, nil
	}
	if given.keys == nil {
		// A proxy on the way added it: an endpoint with a secret signs in no other form.
		if hasSimple {
			return simple, nil
		}
		return proof{}, invalid(SignatureMissing, "webhook-signature is missing.")
	}
	message, failure := checkMessage(ctx, request, given.keys)
	if failure != nil {
		// A proxy on the way may have added a signature to a request that the service signed only
		// in the other form.
		isOurs := failure.Reason != SignatureMissing
		if !isOurs && hasSimple && (wanted == "" || wanted == WebhookSignature) {
			return simple, nil
		}
		return proof{}, failure
	}
	return proof{
		isSigned:   simple.isSigned || message.isSigned,
		isReopened: simple.isReopened || message.isReopened,
	}, nil
}

type identityHeader struct{ name, byKey, bySecret string }

var (
	identity = identityHeader{"webhook-identity-signature", "v2rs256", "v2"}
	reopened = identityHeader{"webhook-reopened-signature", "v3rs256", "v3"}
)

// checkSimple checks webhook-signature, and the identity signature if there is one.
func checkSimple(
	ctx context.Context, request *signedRequest, given credentials,
) (proof, *InvalidError) {
	hasSecretEntry := len(entriesOf(request.value("webhook-signature"), "v1")) > 0
	bySecret := len(given.secrets) > 0 && (given.keys == nil || hasSecretEntry)
	check := func(of identityHeader, content func(version string) []byte) *InvalidError {
		if bySecret {
			entries := entriesOf(request.value(of.name), of.bySecret)
			return checkSecrets(entries, content(of.bySecret), given.secrets)
		}
		if given.keys == nil {
			return invalid(SignatureMissing, "webhook-signature is missing.")
		}
		return checkEntries(ctx, request, of, content(of.byKey), given.keys)
	}
	plain := identityHeader{"webhook-signature", "v1rs256", "v1"}
	if failure := check(plain, request.plainContent); failure != nil {
		return proof{}, failure
	}
	if _, isThere := request.header(identity.name); !isThere {
		return proof{}, nil
	}
	if failure := check(identity, request.identityContent); failure != nil {
		return proof{}, failure
	}
	if request.value("webhook-reopened") != "true" {
		return proof{isSigned: true}, nil
	}
	// Without its own signature the header is worth nothing, but the request is whole.
	failure := check(reopened, request.identityContent)
	return proof{isSigned: true, isReopened: failure == nil}, nil
}

func (request *signedRequest) plainContent(string) []byte {
	return request.content("", "webhook-id", "webhook-timestamp")
}

func (request *signedRequest) identityContent(version string) []byte {
	return request.content(version+".", "webhook-id", "webhook-timestamp", "webhook-endpoint-id",
		"webhook-event", "webhook-sequence", "webhook-payload-version", "acw-run-id")
}

func (request *signedRequest) content(prefix string, names ...string) []byte {
	var content bytes.Buffer
	content.WriteString(prefix)
	for _, name := range names {
		content.WriteString(request.value(name))
		content.WriteByte('.')
	}
	content.Write(request.rawBody)
	return content.Bytes()
}

// entriesOf is the base64 of each entry of this version.
func entriesOf(value, version string) []string {
	var entries []string
	for _, entry := range listed(value) {
		if base64Text, ok := strings.CutPrefix(entry, version+","); ok {
			entries = append(entries, base64Text)
		}
	}
	return entries
}

func listed(value string) []string {
	parts := strings.FieldsFunc(value, func(each rune) bool { return each == ' ' })
	return parts[:min(len(parts), signaturesMax)]
}

type candidate struct {
	kid       string
	signed    []byte
	signature []byte
}

func checkEntries(
	ctx context.Context, request *signedRequest, of identityHeader, signed []byte, keys Keys,
) *InvalidError {
	signatures := entriesOf(request.value(of.name), of.byKey)
	kids := listed(request.value("webhook-key-id"))
	if len(signatures) == 0 || len(signatures) != len(kids) {
		return invalid(MalformedHeader, fmt.Sprintf(
			"%s must list one %s entry for each id in webhook-key-id.", of.name, of.byKey))
	}
	var candidates []candidate
	for at, text := range signatures {
		candidates = append(candidates, candidate{kids[at], signed, decoded(text)})
	}
	return checkAny(ctx, keys, candidates)
}

// checkAny: one valid signature by a known key is enough, which is what lets keys rotate. Of
// several failures it reports the one that a later try may resolve.
func checkAny(ctx context.Context, keys Keys, candidates []candidate) *InvalidError {
	var failure *InvalidError
	for _, each := range candidates[:min(len(candidates), signaturesMax)] {
		key, missing := keys.Lookup(ctx, each.kid)
		switch {
		case missing == nil:
			digest := sha256.Sum256(each.signed)
			if rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], each.signature) == nil {
				return nil
			}
			if failure == nil {
				failure = mismatch()
			}
		case missing.Reason == KeysUnavailable:
			failure = missing
		case failure == nil || failure.Reason != KeysUnavailable:
			failure = missing
		}
	}
	if failure == nil {
		return invalid(SignatureMissing, "The request has no signature that is known here.")
	}
	return failure
}

func checkSecrets(entries []string, signed []byte, secrets [][]byte) *InvalidError {
	if len(entries) == 0 {
		return invalid(SignatureMissing, "The request is not signed with a secret.")
	}
	matches := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(signed)
		expected := mac.Sum(nil)
		for _, entry := range entries {
			if hmac.Equal(decoded(entry), expected) {
				matches = true
			}
		}
	}
	if !matches {
		return mismatch()
	}
	return nil
}

func decoded(base64Text string) []byte {
	found, err := base64.StdEncoding.DecodeString(base64Text)
	if err != nil {
		return nil
	}
	return found
}

func mismatch() *InvalidError {
	return invalid(SignatureMismatch, "The signature does not match the request.")
}

var (
	covered = []string{"@method", "content-digest", "webhook-id", "webhook-timestamp",
		"webhook-event", "webhook-endpoint-id"}
	// Covered in addition, except by older services; also the run if the request names one.
	coveredIdentity = []string{"webhook-sequence", "webhook-payload-version"}
)

const (
	signatureTag       = "call-event-webhook"
	signatureAlgorithm = "rsa-v1_5-sha256"
)

// checkMessage: HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). The signature
// covers the digest and not the body, so the digest is computed anew from the body.
func checkMessage(
	ctx context.Context, request *signedRequest, keys Keys,
) (proof, *InvalidError) {
	inputs, isInput := parseDictionary(request.value("signature-input"))
	signatures, isSignature := parseDictionary(request.value("signature"))
	if !isInput || !isSignature {
		detail := "Signature-Input or Signature cannot be read."
		return proof{}, invalid(MalformedHeader, detail)
	}
	const byReopened, bySigned, byUnsigned = 0, 1, 2
	var found [3][]candidate
	var fault *InvalidError
	for _, each := range inputs {
		input, isList := each.value.(*innerList)
		signature, isBytes := find(signatures, each.key).([]byte)
		// A proxy on the way may add its own signatures; they carry another tag, or fail here.
		if !isList || !isBytes || input.parameters["tag"] != signatureTag {
			continue
		}
		open := coverFault(input, request)
		base, isWhole := signatureBase(input, request)
		if open == nil && !isWhole {
			open = invalid(NotCovered, "A covered header is missing or not known.")
		}
		if open != nil {
			if fault == nil {
				fault = open
			}
			continue
		}
		cover := bySigned
		_, hasRun := request.header("acw-run-id")
		if hasRun && !input.has("acw-run-id") || !hasAll(input, coveredIdentity) {
			cover = byUnsigned
		} else if request.value("webhook-reopened") == "true" && input.has("webhook-reopened") {
			cover = byReopened
		}
		kid, _ := input.parameters["keyid"].(string)
		found[cover] = append(found[cover], candidate{kid, base, signature})
	}
	var failure *InvalidError
	for cover, candidates := range found {
		if len(candidates) == 0 {
			continue
		}
		checked := checkAny(ctx, keys, candidates)
		if checked == nil {
			if !digestMatches(request) {
				detail := "Content-Digest is not the SHA-256 of the body."
				return proof{}, invalid(DigestMismatch, detail)
			}
			return proof{isSigned: cover != byUnsigned, isReopened: cover == byReopened}, nil
		}
		if failure == nil {
			failure = checked
		}
	}
	if failure == nil {
		failure = fault
	}
	if failure == nil {
		failure = invalid(SignatureMissing, "No signature has the tag that is known here.")
	}
	return proof{}, failure
}

func coverFault(input *innerList, request *signedRequest) *InvalidError {
	for _, name := range covered {
		if !input.has(name) {
			return invalid(NotCovered, fmt.Sprintf("The signature does not cover %s.", name))
		}
	}
	if input.parameters["alg"] != signatureAlgorithm {
		detail := fmt.Sprintf("The signature must state alg=%q.", signatureAlgorithm)
		return invalid(NotCovered, detail)
	}
	if _, isText := input.parameters["keyid"].(string); !isText {
		return invalid(NotCovered, "The signature names no key.")
	}
	if input.parameters["created"] != request.timestampSeconds {
		return invalid(NotCovered, "created differs from webhook-timestamp.")
	}
	if expires, isThere := input.parameters["expires"]; isThere {
		at, isNumber := expires.(int64)
		if !isNumber || float64(at) < request.nowSeconds {
			return invalid(TimestampTooOld, "The signature has expired.")
		}
	}
	return nil
}

func hasAll(input *innerList, names []string) bool {
	for _, name := range names {
		if !input.has(name) {
			return false
		}
	}
	return true
}

func signatureBase(input *innerList, request *signedRequest) ([]byte, bool) {
	var base bytes.Buffer
	for _, name := range input.items {
		value, isThere := request.header(name)
		if name == "@method" {
			value, isThere = request.method, true
		}
		if !isThere {
			return nil, false
		}
		fmt.Fprintf(&base, "\"%s\": %s\n", name, value)
	}
	fmt.Fprintf(&base, "\"@signature-params\": %s", input.text)
	return base.Bytes(), true
}

func digestMatches(request *signedRequest) bool {
	members, _ := parseDictionary(request.value("content-digest"))
	stated, isBytes := find(members, "sha-256").([]byte)
	computed := sha256.Sum256(request.rawBody)
	return isBytes && hmac.Equal(stated, computed[:])
}
