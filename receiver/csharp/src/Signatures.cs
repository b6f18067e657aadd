using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    internal sealed class SignedRequest
    {
        /// <summary>By their names in lower case.</summary>
        internal Dictionary<string, string> Headers;

        internal byte[] RawBody;
        internal long Timestamp;
        internal double Now;

        internal bool Has(string name)
        {
            return Headers.ContainsKey(name);
        }

        internal string Value(string name)
        {
            return Headers.TryGetValue(name, out string value) ? value : "";
        }
    }

    /// <summary>
    /// The signatures of a request: the required ones are there, and each that is there is valid. An
    /// unsigned header proves nothing: any program that forwards a request may write anything into it.
    /// </summary>
    internal sealed class Signatures
    {
        /// <summary>Whether it covers endpoint, event, sequence and run; that it was reopened.</summary>
        internal sealed class Proof
        {
            internal bool IsSigned;
            internal bool IsReopened;
        }

        private sealed class Identity
        {
            internal string Header;
            internal string ByKey;
            internal string BySecret;
        }

        private sealed class Candidate
        {
            internal string Kid;
            internal byte[] Signed;
            internal byte[] Signature;
        }

        /// <summary>Two keys sign during a rotation; further signatures are ignored.</summary>
        private const int SignaturesMax = 8;

        private const string Tag = "call-event-webhook";
        private const string Algorithm = "rsa-v1_5-sha256";

        private static readonly string[] Covered =
        {
            "@method", "content-digest", "webhook-id", "webhook-timestamp", "webhook-event",
            "webhook-endpoint-id",
        };

        /// <summary>In addition, except by older services; also the run if one is named.</summary>
        private static readonly string[] CoveredIdentity =
        {
            "webhook-sequence", "webhook-payload-version",
        };

        private static readonly Identity Plain =
            new Identity { Header = "webhook-signature", ByKey = "v1rs256", BySecret = "v1" };

        private static readonly Identity Whole =
            new Identity { Header = "webhook-identity-signature", ByKey = "v2rs256", BySecret = "v2" };

        private static readonly Identity Reopened =
            new Identity { Header = "webhook-reopened-signature", ByKey = "v3rs256", BySecret = "v3" };

        private readonly SignedRequest request;
        private readonly IKeys keys;
        private readonly IReadOnlyList<byte[]> secrets;

        internal Signatures(SignedRequest request, IKeys keys, IReadOnlyList<byte[]> secrets)
        {
            this.request = request;
            this.keys = keys;
            this.secrets = secrets;
        }

        internal async Task<Proof> Check(SignatureFormat wanted)
        {
            bool hasSimple = request.Has("webhook-signature");
            bool hasMessage = request.Has("signature-input") || request.Has("signature");
            bool isOpen = wanted == SignatureFormat.Any;
            if (!hasSimple && wanted != SignatureFormat.Rfc9421 && (!hasMessage || !isOpen))
            {
                throw Missing("webhook-signature is missing.");
            }
            bool wantsMessage = wanted == SignatureFormat.Rfc9421 || wanted == SignatureFormat.Both;
            if (!hasMessage && wantsMessage)
            {
                throw Missing("Signature-Input and Signature are missing.");
            }
            Proof simple = hasSimple ? await CheckSimple().ConfigureAwait(false) : new Proof();
            if (!hasMessage) return simple;
            if (keys == null)
            {
                // A proxy on the way added it: an endpoint with a secret signs in no other form.
                if (hasSimple) return simple;
                throw Missing("webhook-signature is missing.");
            }
            try
            {
                Proof message = await CheckMessage().ConfigureAwait(false);
                return new Proof
                {
                    IsSigned = simple.IsSigned || message.IsSigned,
                    IsReopened = simple.IsReopened || message.IsReopened,
                };
            }
            catch (InvalidWebhookException failure)
                when (failure.Reason == Reason.SignatureMissing && hasSimple && !wantsMessage)
            {
                // A proxy on the way may have added a signature to a request that the service signed
                // only in the other form.
                return simple;
            }
        }

        /// <summary>Checks webhook-signature, and the identity signature if there is one.</summary>
        private async Task<Proof> CheckSimple()
        {
            bool hasSecretEntry = Entries(Plain.Header, Plain.BySecret).Count > 0;
            bool bySecret = secrets.Count > 0 && (keys == null || hasSecretEntry);
            await CheckHeader(Plain, bySecret).ConfigureAwait(false);
            if (!request.Has(Whole.Header)) return new Proof();
            await CheckHeader(Whole, bySecret).ConfigureAwait(false);
            if (request.Value("webhook-reopened") != "true") return new Proof { IsSigned = true };
            try
            {
                await CheckHeader(Reopened, bySecret).ConfigureAwait(false);
                return new Proof { IsSigned = true, IsReopened = true };
            }
            catch (InvalidWebhookException)
            {
                // Without its own signature the header is worth nothing, but the request is whole.
                return new Proof { IsSigned = true };
            }
        }

        private async Task CheckHeader(Identity of, bool bySecret)
        {
            string version = bySecret ? of.BySecret : of.ByKey;
            byte[] signed = of == Plain
                ? Content("", "webhook-id", "webhook-timestamp")
                : Content(
                    version + ".",
                    "webhook-id",
                    "webhook-timestamp",
                    "webhook-endpoint-id",
                    "webhook-event",
                    "webhook-sequence",
                    "webhook-payload-version",
                    "acw-run-id");
            if (bySecret) CheckSecrets(Entries(of.Header, version), signed);
            else if (keys == null) throw Missing("webhook-signature is missing.");
            else await CheckEntries(of.Header, version, signed).ConfigureAwait(false);
        }

        private byte[] Content(string prefix, params string[] names)
        {
            string parts = prefix + string.Concat(names.Select(name => request.Value(name) + "."));
            return Encoding.UTF8.GetBytes(parts).Concat(request.RawBody).ToArray();
        }

        /// <summary>The base64 of each entry of this version.</summary>
        private List<string> Entries(string header, string version)
        {
            return Listed(request.Value(header))
                .Where(entry => entry.StartsWith(version + ",", StringComparison.Ordinal))
                .Select(entry => entry.Substring(version.Length + 1))
                .ToList();
        }

        private static List<string> Listed(string value)
        {
            return value.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries)
                .Take(SignaturesMax)
                .ToList();
        }

        private Task CheckEntries(string header, string version, byte[] signed)
        {
            List<string> signatures = Entries(header, version);
            List<string> kids = Listed(request.Value("webhook-key-id"));
            if (signatures.Count == 0 || signatures.Count != kids.Count)
            {
                string rule = " must list one " + version + " entry for each id in webhook-key-id.";
                throw new InvalidWebhookException(Reason.MalformedHeader, header + rule);
            }
            return CheckAny(kids.Zip(signatures, (kid, base64) =>
                new Candidate { Kid = kid, Signed = signed, Signature = Decoded(base64) }).ToList());
        }

        /// <summary>
        /// One valid signature by a known key is enough, which is what lets keys rotate. Of several
        /// failures it reports the one that a later try may resolve.
        /// </summary>
        private async Task CheckAny(List<Candidate> candidates)
        {
            InvalidWebhookException failure = null;
            foreach (Candidate each in candidates.Take(SignaturesMax))
            {
                try
                {
                    RSAParameters key = await keys.LookupAsync(each.Kid).ConfigureAwait(false);
                    if (IsSigned(key, each)) return;
                    failure = failure ?? Mismatch();
                }
                catch (InvalidWebhookException missing)
                {
                    bool mayPass = failure != null && failure.Reason == Reason.KeysUnavailable;
                    if (missing.Reason == Reason.KeysUnavailable || !mayPass) failure = missing;
                }
            }
            throw failure ?? Missing("The request has no signature that is known here.");
        }

        private static bool IsSigned(RSAParameters key, Candidate candidate)
        {
            // Mono fails on an empty one.
            if (candidate.Signature.Length != key.Modulus.Length) return false;
            using (RSA rsa = RSA.Create())
            {
                try
                {
                    rsa.ImportParameters(key);
                    return rsa.VerifyData(
                        candidate.Signed,
                        candidate.Signature,
                        HashAlgorithmName.SHA256,
                        RSASignaturePadding.Pkcs1);
                }
                catch (CryptographicException)
                {
                    return false;
                }
            }
        }

        private void CheckSecrets(List<string> entries, byte[] signed)
        {
            if (entries.Count == 0) throw Missing("The request is not signed with a secret.");
            bool matches = false;
            foreach (byte[] secret in secrets)
            {
                using (var hmac = new HMACSHA256(secret))
                {
                    byte[] expected = hmac.ComputeHash(signed);
                    foreach (string entry in entries) matches |= AreSame(Decoded(entry), expected);
                }
            }
            if (!matches) throw Mismatch();
        }

        /// <summary>In a time that depends on the lengths alone.</summary>
        internal static bool AreSame(byte[] given, byte[] expected)
        {
            if (given.Length != expected.Length) return false;
            int difference = 0;
            for (int at = 0; at < given.Length; at++) difference |= given[at] ^ expected[at];
            return difference == 0;
        }

        internal static byte[] Sha256(byte[] bytes)
        {
            using (SHA256 sha256 = SHA256.Create()) return sha256.ComputeHash(bytes);
        }

        private static byte[] Decoded(string base64)
        {
            try
            {
                return Convert.FromBase64String(base64);
            }
            catch (FormatException)
            {
                return new byte[0];
            }
        }

        /// <summary>
        /// HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). The signature covers the
        /// digest and not the body, so the digest is computed anew from the body.
        /// </summary>
        private async Task<Proof> CheckMessage()
        {
            var inputs = FieldDictionary.Parse(request.Value("signature-input"));
            var signatures = FieldDictionary.Parse(request.Value("signature"));
            if (inputs == null || signatures == null)
            {
                string detail = "Signature-Input or Signature cannot be read.";
                throw new InvalidWebhookException(Reason.MalformedHeader, detail);
            }
            var byReopened = new List<Candidate>();
            var bySigned = new List<Candidate>();
            var byUnsigned = new List<Candidate>();
            InvalidWebhookException fault = null;
            foreach (var each in inputs)
            {
                var input = each.Value as InnerList;
                var signature = FieldDictionary.Find(signatures, each.Key) as byte[];
                // A proxy on the way may add its own signatures; they carry another tag, or fail here.
                if (input == null || signature == null || Parameter(input, "tag") as string != Tag)
                {
                    continue;
                }
                InvalidWebhookException open = CoverFault(input);
                byte[] signed = open == null ? SignatureBase(input) : null;
                if (signed == null)
                {
                    string detail = "A covered header is missing or not known.";
                    var unknown = new InvalidWebhookException(Reason.NotCovered, detail);
                    fault = fault ?? open ?? unknown;
                    continue;
                }
                bool hasRun = !request.Has("acw-run-id") || input.Items.Contains("acw-run-id");
                bool isSigned = hasRun && CoveredIdentity.All(input.Items.Contains);
                bool isReopened = request.Value("webhook-reopened") == "true"
                    && input.Items.Contains("webhook-reopened");
                (!isSigned ? byUnsigned : isReopened ? byReopened : bySigned).Add(
                    new Candidate
                    {
                        Kid = (string)Parameter(input, "keyid"),
                        Signed = signed,
                        Signature = signature,
                    });
            }
            InvalidWebhookException failure = null;
            foreach (var candidates in new[] { byReopened, bySigned, byUnsigned })
            {
                if (candidates.Count == 0) continue;
                try
                {
                    await CheckAny(candidates).ConfigureAwait(false);
                }
                catch (InvalidWebhookException failed)
                {
                    failure = failure ?? failed;
                    continue;
                }
                if (!DigestMatches())
                {
                    string detail = "Content-Digest is not the SHA-256 of the body.";
                    throw new InvalidWebhookException(Reason.DigestMismatch, detail);
                }
                return new Proof
                {
                    IsSigned = candidates != byUnsigned,
                    IsReopened = candidates == byReopened,
                };
            }
            throw failure ?? fault ?? Missing("No signature has the tag that is known here.");
        }

        private static object Parameter(InnerList input, string name)
        {
            return input.Parameters.TryGetValue(name, out object value) ? value : null;
        }

        /// <summary>What it does not cover; null if it covers all that is required.</summary>
        private InvalidWebhookException CoverFault(InnerList input)
        {
            string missing = Covered.FirstOrDefault(name => !input.Items.Contains(name));
            string detail =
                missing != null
                    ? "The signature does not cover " + missing + "."
                    : Parameter(input, "alg") as string != Algorithm
                        ? "The signature must state alg=\"" + Algorithm + "\"."
                        : !(Parameter(input, "keyid") is string)
                            ? "The signature names no key."
                            : !Equals(Parameter(input, "created"), request.Timestamp)
                                ? "created differs from webhook-timestamp."
                                : null;
            if (detail != null) return new InvalidWebhookException(Reason.NotCovered, detail);
            object expires = Parameter(input, "expires");
            if (expires == null || expires is long at && at >= request.Now) return null;
            return new InvalidWebhookException(
                Reason.TimestampTooOld, "The signature has expired.");
        }

        /// <summary>Null if a covered header is not there.</summary>
        private byte[] SignatureBase(InnerList input)
        {
            var text = new StringBuilder();
            foreach (string name in input.Items)
            {
                if (name != "@method" && !request.Has(name)) return null;
                string value = name == "@method" ? "POST" : request.Value(name);
                text.Append('"').Append(name).Append("\": ").Append(value).Append('\n');
            }
            text.Append("\"@signature-params\": ").Append(input.Text);
            return Encoding.UTF8.GetBytes(text.ToString());
        }

        private bool DigestMatches()
        {
            var stated = FieldDictionary.Parse(request.Value("content-digest"));
            var digest = FieldDictionary.Find(stated, "sha-256") as byte[];
            return digest != null && AreSame(digest, Sha256(request.RawBody));
        }

        private static InvalidWebhookException Mismatch()
        {
            return new InvalidWebhookException(
                Reason.SignatureMismatch, "The signature does not match the request.");
        }

        private static InvalidWebhookException Missing(string detail)
        {
            return new InvalidWebhookException(Reason.SignatureMissing, detail);
        }
    }
}
