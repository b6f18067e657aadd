package io.github.ringpost.receiver;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signatures of a request: the required ones are there, and each that is there is valid. An
 * unsigned header proves nothing: any program that forwards a request may write anything into it.
 */
final class Signatures {
    /** Two keys sign during a rotation; further signatures are ignored. */
    private static final int SIGNATURES_MAX = 8;

    private static final String TAG = "call-event-webhook";
    private static final String ALGORITHM = "rsa-v1_5-sha256";
    private static final List<String> COVERED =
            List.of(
                    "@method",
                    "content-digest",
                    "webhook-id",
                    "webhook-timestamp",
                    "webhook-event",
                    "webhook-endpoint-id");
    /** Covered in addition, except by older services; also the run if the request names one. */
    private static final List<String> COVERED_IDENTITY =
            List.of("webhook-sequence", "webhook-payload-version");

    /** @param header null if it is not there */
    record Request(
            Function<String, String> header,
            String method,
            byte[] rawBody,
            long timestampSeconds,
            double nowSeconds) {
        String value(String name) {
            String value = header.apply(name);
            return value == null ? "" : value;
        }

        boolean has(String name) {
            return header.apply(name) != null;
        }
    }

    /** Whether a signature covers endpoint, event, sequence and run, and that it was reopened. */
    record Proof(boolean isSigned, boolean isReopened) {}

    private record Identity(String header, String byKey, String bySecret) {}

    private static final Identity PLAIN = new Identity("webhook-signature", "v1rs256", "v1");
    private static final Identity IDENTITY =
            new Identity("webhook-identity-signature", "v2rs256", "v2");
    private static final Identity REOPENED =
            new Identity("webhook-reopened-signature", "v3rs256", "v3");

    private record Candidate(String kid, byte[] signed, byte[] signature) {}

    private final Request request;
    private final Keys keys;
    private final List<byte[]> secrets;

    private Signatures(Request request, Keys keys, List<byte[]> secrets) {
        this.request = request;
        this.keys = keys;
        this.secrets = secrets;
    }

    static Proof check(Request request, Keys keys, List<byte[]> secrets, Verifier.Format wanted)
            throws InvalidWebhookException {
        return new Signatures(request, keys, secrets).check(wanted);
    }

    private Proof check(Verifier.Format wanted) throws InvalidWebhookException {
        boolean hasSimple = request.has("webhook-signature");
        boolean hasMessage = request.has("signature-input") || request.has("signature");
        if (!hasSimple && wanted != Verifier.Format.RFC9421 && (!hasMessage || wanted != null)) {
            throw invalid(Reason.SIGNATURE_MISSING, "webhook-signature is missing.");
        }
        boolean wantsMessage = wanted == Verifier.Format.RFC9421 || wanted == Verifier.Format.BOTH;
        if (!hasMessage && wantsMessage) {
            throw invalid(Reason.SIGNATURE_MISSING, "Signature-Input and Signature are missing.");
        }
        Proof simple = hasSimple ? checkSimple() : new Proof(false, false);
        if (!hasMessage) return simple;
        if (keys == null) {
            // A proxy on the way added it: an endpoint with a secret signs in no other form.
            if (hasSimple) return simple;
            throw invalid(Reason.SIGNATURE_MISSING, "webhook-signature is missing.");
        }
        try {
            Proof message = checkMessage();
            return new Proof(
                    simple.isSigned || message.isSigned, simple.isReopened || message.isReopened);
        } catch (InvalidWebhookException failure) {
            // A proxy on the way may have added a signature to a request that the service signed
            // only in the other form.
            boolean isOurs = failure.reason() != Reason.SIGNATURE_MISSING;
            if (!isOurs && hasSimple && !wantsMessage) return simple;
            throw failure;
        }
    }

    /** Checks webhook-signature, and the identity signature if there is one. */
    private Proof checkSimple() throws InvalidWebhookException {
        boolean hasSecretEntry = !entries(PLAIN.header, PLAIN.bySecret).isEmpty();
        boolean bySecret = !secrets.isEmpty() && (keys == null || hasSecretEntry);
        checkHeader(PLAIN, bySecret);
        if (!request.has(IDENTITY.header)) return new Proof(false, false);
        checkHeader(IDENTITY, bySecret);
        if (!request.value("webhook-reopened").equals("true")) return new Proof(true, false);
        try {
            checkHeader(REOPENED, bySecret);
            return new Proof(true, true);
        } catch (InvalidWebhookException unproven) {
            // Without its own signature the header is worth nothing, but the request is whole.
            return new Proof(true, false);
        }
    }

    private void checkHeader(Identity of, boolean bySecret) throws InvalidWebhookException {
        String version = bySecret ? of.bySecret : of.byKey;
        byte[] signed = of == PLAIN ? plainContent() : identityContent(version);
        if (bySecret) {
            checkSecrets(entries(of.header, version), signed);
        } else if (keys == null) {
            throw invalid(Reason.SIGNATURE_MISSING, "webhook-signature is missing.");
        } else {
            checkEntries(of.header, version, signed);
        }
    }

    private byte[] plainContent() {
        return content("", "webhook-id", "webhook-timestamp");
    }

    private byte[] identityContent(String version) {
        return content(
                version + ".",
                "webhook-id",
                "webhook-timestamp",
                "webhook-endpoint-id",
                "webhook-event",
                "webhook-sequence",
                "webhook-payload-version",
                "acw-run-id");
    }

    private byte[] content(String prefix, String... names) {
        StringBuilder parts = new StringBuilder(prefix);
        for (String name : names) parts.append(request.value(name)).append('.');
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(parts.toString().getBytes(StandardCharsets.UTF_8));
        content.writeBytes(request.rawBody());
        return content.toByteArray();
    }

    /** The base64 of each entry of this version. */
    private List<String> entries(String header, String version) {
        return listed(request.value(header)).stream()
                .filter(entry -> entry.startsWith(version + ","))
                .map(entry -> entry.substring(version.length() + 1))
                .toList();
    }

    private static List<String> listed(String value) {
        return Arrays.stream(value.split(" +"))
                .filter(entry -> !entry.isEmpty())
                .limit(SIGNATURES_MAX)
                .toList();
    }

    private void checkEntries(String header, String version, byte[] signed)
            throws InvalidWebhookException {
        List<String> signatures = entries(header, version);
        List<String> kids = listed(request.value("webhook-key-id"));
        if (signatures.isEmpty() || signatures.size() != kids.size()) {
            String rule = " must list one " + version + " entry for each id in webhook-key-id.";
            throw invalid(Reason.MALFORMED_HEADER, header + rule);
        }
        List<Candidate> candidates = new ArrayList<>();
        for (int at = 0; at < kids.size(); at++) {
            candidates.add(new Candidate(kids.get(at), signed, decoded(signatures.get(at))));
        }
        checkAny(candidates);
    }

    /**
     * One valid signature by a known key is enough, which is what lets keys rotate. Of several
     * failures it reports the one that a later try may resolve.
     */
    private void checkAny(List<Candidate> candidates) throws InvalidWebhookException {
        InvalidWebhookException failure = null;
        for (Candidate each : candidates.subList(0, Math.min(SIGNATURES_MAX, candidates.size()))) {
            try {
                if (isSigned(keys.lookup(each.kid), each)) return;
                if (failure == null) failure = mismatch();
            } catch (InvalidWebhookException missing) {
                boolean mayPass = failure != null && failure.reason() == Reason.KEYS_UNAVAILABLE;
                if (missing.reason() == Reason.KEYS_UNAVAILABLE || !mayPass) failure = missing;
            }
        }
        if (failure != null) throw failure;
        throw invalid(Reason.SIGNATURE_MISSING, "The request has no signature that is known here.");
    }

    private static boolean isSigned(RSAPublicKey key, Candidate candidate) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(key);
            signature.update(candidate.signed);
            return signature.verify(candidate.signature);
        } catch (GeneralSecurityException wrongLength) {
            return false;
        }
    }

    private void checkSecrets(List<String> entries, byte[] signed) throws InvalidWebhookException {
        if (entries.isEmpty()) {
            throw invalid(Reason.SIGNATURE_MISSING, "The request is not signed with a secret.");
        }
        boolean matches = false;
        for (byte[] secret : secrets) {
            byte[] expected = hmac(secret, signed);
            for (String entry : entries) matches |= MessageDigest.isEqual(decoded(entry), expected);
        }
        if (!matches) throw mismatch();
    }

    private static byte[] hmac(byte[] secret, byte[] signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(signed);
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException(absent);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException noBase64) {
            return new byte[0];
        }
    }

    /**
     * HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). The signature covers the
     * digest and not the body, so the digest is computed anew from the body.
     */
    private Proof checkMessage() throws InvalidWebhookException {
        Map<String, Object> inputs = Dictionary.parse(request.value("signature-input"));
        Map<String, Object> signatures = Dictionary.parse(request.value("signature"));
        if (inputs == null || signatures == null) {
            throw invalid(
                    Reason.MALFORMED_HEADER, "Signature-Input or Signature cannot be read.");
        }
        List<Candidate> byReopened = new ArrayList<>();
        List<Candidate> bySigned = new ArrayList<>();
        List<Candidate> byUnsigned = new ArrayList<>();
        InvalidWebhookException fault = null;
        for (Map.Entry<String, Object> entry : inputs.entrySet()) {
            boolean isBytes = signatures.get(entry.getKey()) instanceof byte[];
            if (!(entry.getValue() instanceof Dictionary.InnerList input) || !isBytes) continue;
            // A proxy on the way may add its own signatures; they carry another tag, or fail here.
            if (!TAG.equals(input.parameters().get("tag"))) continue;
            InvalidWebhookException open = coverFault(input);
            byte[] base = open == null ? signatureBase(input) : null;
            if (open == null && base == null) {
                open = invalid(Reason.NOT_COVERED, "A covered header is missing or not known.");
            }
            if (open != null) {
                fault = fault == null ? open : fault;
                continue;
            }
            boolean hasRun = !request.has("acw-run-id") || input.items().contains("acw-run-id");
            boolean isSigned = hasRun && input.items().containsAll(COVERED_IDENTITY);
            boolean isReopened =
                    request.value("webhook-reopened").equals("true")
                            && input.items().contains("webhook-reopened");
            String kid = (String) input.parameters().get("keyid");
            var candidate = new Candidate(kid, base, (byte[]) signatures.get(entry.getKey()));
            (!isSigned ? byUnsigned : isReopened ? byReopened : bySigned).add(candidate);
        }
        InvalidWebhookException failure = null;
        for (List<Candidate> candidates : List.of(byReopened, bySigned, byUnsigned)) {
            if (candidates.isEmpty()) continue;
            try {
                checkAny(candidates);
            } catch (InvalidWebhookException checked) {
                failure = failure == null ? checked : failure;
                continue;
            }
            if (!digestMatches()) {
                throw invalid(
                        Reason.DIGEST_MISMATCH, "Content-Digest is not the SHA-256 of the body.");
            }
            return new Proof(candidates != byUnsigned, candidates == byReopened);
        }
        if (failure != null) throw failure;
        if (fault != null) throw fault;
        throw invalid(Reason.SIGNATURE_MISSING, "No signature has the tag that is known here.");
    }

    /** What the signature does not cover; null if it covers all that is required. */
    private InvalidWebhookException coverFault(Dictionary.InnerList input) {
        Map<String, Object> parameters = input.parameters();
        for (String name : COVERED) {
            if (!input.items().contains(name)) {
                return invalid(Reason.NOT_COVERED, "The signature does not cover " + name + ".");
            }
        }
        if (!ALGORITHM.equals(parameters.get("alg"))) {
            return invalid(
                    Reason.NOT_COVERED, "The signature must state alg=\"" + ALGORITHM + "\".");
        }
        if (!(parameters.get("keyid") instanceof String)) {
            return invalid(Reason.NOT_COVERED, "The signature names no key.");
        }
        if (!Long.valueOf(request.timestampSeconds()).equals(parameters.get("created"))) {
            return invalid(Reason.NOT_COVERED, "created differs from webhook-timestamp.");
        }
        Object expires = parameters.get("expires");
        if (expires == null || expires instanceof Long at && at >= request.nowSeconds()) return null;
        return invalid(Reason.TIMESTAMP_TOO_OLD, "The signature has expired.");
    }

    /** Null if a covered header is not there. */
    private byte[] signatureBase(Dictionary.InnerList input) {
        StringBuilder base = new StringBuilder();
        for (String name : input.items()) {
            boolean isMethod = name.equals("@method");
            String value = isMethod ? request.method() : request.header().apply(name);
            if (value == null) return null;
            base.append('"').append(name).append("\": ").append(value).append('\n');
        }
        base.append("\"@signature-params\": ").append(input.text());
        return base.toString().getBytes(StandardCharsets.UTF_8);
    }

    private boolean digestMatches() {
        Map<String, Object> stated = Dictionary.parse(request.value("content-digest"));
        return stated != null
                && stated.get("sha-256") instanceof byte[] digest
                && MessageDigest.isEqual(digest, sha256(request.rawBody()));
    }

    private static InvalidWebhookException mismatch() {
        return invalid(Reason.SIGNATURE_MISMATCH, "The signature does not match the request.");
    }

    private static InvalidWebhookException invalid(Reason reason, String detail) {
        return new InvalidWebhookException(reason, detail);
    }
}
