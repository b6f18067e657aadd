package io.github.ringpost.receiver;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the public key of an id. */
@FunctionalInterface
public interface Keys {
    /**
     * Throws with UNKNOWN_KEY if there is no such key, with KEYS_UNAVAILABLE if the keys cannot be
     * fetched now.
     */
    RSAPublicKey lookup(String kid) throws InvalidWebhookException;

    int MODULUS_BITS_MIN = 2_048;
    int MODULUS_BITS_MAX = 8_192;

    /** FIPS 186-5: signatures with small exponents can be forged if a verifier is lax. */
    BigInteger EXPONENT_MIN = BigInteger.valueOf(65_537);

    /** A set of given keys, as JWKs; those that cannot be used are skipped. */
    static Keys of(List<? extends Map<String, ?>> jwks) {
        Map<String, RSAPublicKey> keys = read(jwks);
        return kid -> {
            RSAPublicKey key = keys.get(kid);
            if (key == null) throw unknown(kid);
            return key;
        };
    }

    static InvalidWebhookException unknown(String kid) {
        String shown = kid.substring(0, Math.min(64, kid.length()));
        return new InvalidWebhookException(Reason.UNKNOWN_KEY, "No key has the id " + shown + ".");
    }

    /** RSA for signatures, of 2,048 to 8,192 bits, with an odd exponent from 65,537. */
    static Map<String, RSAPublicKey> read(List<?> jwks) {
        Map<String, RSAPublicKey> found = new HashMap<>();
        for (Object each : jwks) {
            if (!(each instanceof Map<?, ?> jwk) || !"RSA".equals(jwk.get("kty"))) continue;
            boolean forSigning =
                    "sig".equals(jwk.containsKey("use") ? jwk.get("use") : "sig")
                            && "RS256".equals(jwk.containsKey("alg") ? jwk.get("alg") : "RS256");
            if (!forSigning || !(jwk.get("kid") instanceof String kid) || kid.isEmpty()) continue;
            BigInteger n = number(jwk.get("n"));
            BigInteger e = number(jwk.get("e"));
            if (n == null || e == null) continue;
            boolean isSized = n.bitLength() >= MODULUS_BITS_MIN && n.bitLength() <= MODULUS_BITS_MAX;
            if (!isSized || e.compareTo(EXPONENT_MIN) < 0 || !e.testBit(0) || e.bitLength() > 64) {
                continue;
            }
            try {
                var spec = new RSAPublicKeySpec(n, e);
                found.put(kid, (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(spec));
            } catch (GeneralSecurityException unusable) {
                continue;
            }
        }
        return found;
    }

    private static BigInteger number(Object value) {
        if (!(value instanceof String text) || text.isEmpty()) return null;
        try {
            return new BigInteger(1, Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException noBase64) {
            return null;
        }
    }
}
