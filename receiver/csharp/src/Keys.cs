using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>Finds the public key of an id.</summary>
    public interface IKeys
    {
        /// <summary>
        /// Throws InvalidWebhookException: UnknownKey if there is no such key, KeysUnavailable if the
        /// keys cannot be fetched now.
        /// </summary>
        Task<RSAParameters> LookupAsync(string kid);
    }

    /// <summary>A set of given keys, as JWKs; those that cannot be used are skipped.</summary>
    public sealed class FixedKeys : IKeys
    {
        private const int ModulusBitsMin = 2048;
        private const int ModulusBitsMax = 8192;

        /// <summary>FIPS 186-5: signatures with small exponents can be forged.</summary>
        private const long ExponentMin = 65537;

        private readonly Dictionary<string, RSAParameters> keys =
            new Dictionary<string, RSAParameters>();

        public FixedKeys(IEnumerable<IReadOnlyDictionary<string, object>> jwks)
            : this(jwks.Cast<object>())
        {
        }

        internal FixedKeys(IEnumerable<object> jwks)
        {
            foreach (object each in jwks)
            {
                var jwk = each as IReadOnlyDictionary<string, object>;
                if (jwk != null && Read(jwk, out RSAParameters key)) keys[(string)jwk["kid"]] = key;
            }
        }

        public Task<RSAParameters> LookupAsync(string kid)
        {
            return Task.FromResult(Lookup(kid));
        }

        internal bool Has(string kid)
        {
            return keys.ContainsKey(kid);
        }

        internal RSAParameters Lookup(string kid)
        {
            if (keys.TryGetValue(kid, out RSAParameters key)) return key;
            string shown = kid.Substring(0, Math.Min(64, kid.Length));
            throw new InvalidWebhookException(Reason.UnknownKey, "No key has the id " + shown + ".");
        }

        private static bool Read(IReadOnlyDictionary<string, object> jwk, out RSAParameters key)
        {
            key = default(RSAParameters);
            bool isRsa = Text(jwk, "kty", "") == "RSA" && Text(jwk, "kid", "") != "";
            bool forSigning = Text(jwk, "use", "sig") == "sig" && Text(jwk, "alg", "RS256") == "RS256";
            byte[] modulus = Number(Text(jwk, "n", ""));
            byte[] exponent = Number(Text(jwk, "e", ""));
            if (!isRsa || !forSigning || modulus == null || exponent == null) return false;
            int bits = modulus.Length * 8;
            for (int first = modulus[0]; (first & 0x80) == 0; first <<= 1) bits--;
            if (bits < ModulusBitsMin || bits > ModulusBitsMax || exponent.Length > 7) return false;
            long e = exponent.Aggregate(0L, (sum, next) => sum * 256 + next);
            if (e < ExponentMin || e % 2 == 0) return false;
            key = new RSAParameters { Modulus = modulus, Exponent = exponent };
            return true;
        }

        /// <summary>Null if the value is no text.</summary>
        private static string Text(
            IReadOnlyDictionary<string, object> jwk, string name, string otherwise)
        {
            return jwk.TryGetValue(name, out object value) ? value as string : otherwise;
        }

        /// <summary>Without leading zeros; null if it is no number above 0.</summary>
        private static byte[] Number(string text)
        {
            if (string.IsNullOrEmpty(text) || text.IndexOfAny(new[] { '+', '/', '=' }) >= 0) return null;
            try
            {
                string base64 = text.Replace('-', '+').Replace('_', '/');
                string padding = new string('=', (4 - base64.Length % 4) % 4);
                byte[] bytes = Convert.FromBase64String(base64 + padding);
                byte[] trimmed = bytes.SkipWhile(each => each == 0).ToArray();
                return trimmed.Length == 0 ? null : trimmed;
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }
}
