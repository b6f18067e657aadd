using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>Which forms of signatures are demanded; Any: each that came must be valid.</summary>
    public enum SignatureFormat
    {
        Any,
        WebhookSignature,
        Rfc9421,
        Both,
    }

    /// <summary>At least one of Keys, SigningSecrets and BearerTokens is needed.</summary>
    public sealed class VerifierOptions
    {
        /// <summary>A KeySet, or FixedKeys.</summary>
        public IKeys Keys { get; set; }

        /// <summary>The whsec_ of an endpoint with hmac-sha256; two during a rotation.</summary>
        public IList<string> SigningSecrets { get; set; } = new List<string>();

        /// <summary>The token of the endpoint; two during a rotation.</summary>
        public IList<string> BearerTokens { get; set; } = new List<string>();

        public SignatureFormat SignatureFormat { get; set; }

        /// <summary>Refuses webhooks to another endpoint of the same project.</summary>
        public string EndpointId { get; set; }

        /// <summary>The contentKey of the endpoint.</summary>
        public string ContentKey { get; set; } = "message";

        /// <summary>How far webhook-timestamp may be from now.</summary>
        public int ToleranceSeconds { get; set; } = 300;

        /// <summary>
        /// Accepts requests of older services, whose signature does not cover event and sequence. Needs
        /// EndpointId; the sequence is then null and the event is not proven.
        /// </summary>
        public bool AcceptUnsignedIdentity { get; set; }

        /// <summary>A clock in epoch milliseconds, for tests.</summary>
        public Func<long> NowMs { get; set; } =
            () => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
    }

    /// <summary>
    /// Verifies that a request is a webhook of the service, complete and recent, and reads it. It takes
    /// the body bytes as they came: JSON that was parsed and written again does not verify.
    /// </summary>
    public sealed class Verifier
    {
        /// <summary>The service sends at most 64 KiB.</summary>
        public const int BodyBytesMax = 262144;


        /// <summary>Without dots, which separate the parts of the signed content.</summary>
        private static readonly Regex Id = new Regex(@"^[\x21-\x2d\x2f-\x7e]{1,256}\z");

        private static readonly Regex Count = new Regex(@"^[1-9][0-9]{0,8}\z");
        private static readonly KeyValuePair<string, Regex>[] Required =
        {
            new KeyValuePair<string, Regex>("webhook-id", Id),
            new KeyValuePair<string, Regex>("webhook-endpoint-id", Id),
            new KeyValuePair<string, Regex>("webhook-event", new Regex(@"^[A-Z][A-Z0-9_]{0,127}\z")),
            new KeyValuePair<string, Regex>("webhook-timestamp", new Regex(@"^[1-9][0-9]{0,11}\z")),
            new KeyValuePair<string, Regex>("webhook-attempt", Count),
            new KeyValuePair<string, Regex>("webhook-sequence", Count),
        };

        private static readonly Regex Token =
            new Regex(@"^(?i:bearer) +([A-Za-z0-9._~+/-]+=*)\z", RegexOptions.CultureInvariant);

        private readonly VerifierOptions options;
        private readonly List<byte[]> secrets;

        /// <summary>Throws ArgumentException on options that would verify nothing.</summary>
        public Verifier(VerifierOptions options)
        {
            this.options = options;
            if (options.ToleranceSeconds < 0)
            {
                throw new ArgumentException("ToleranceSeconds must be 0 or more");
            }
            secrets = options.SigningSecrets.Select(SecretBytes).ToList();
            if (options.Keys == null && secrets.Count == 0 && options.BearerTokens.Count == 0)
            {
                throw new ArgumentException("give Keys, SigningSecrets or BearerTokens");
            }
            if (options.AcceptUnsignedIdentity && options.EndpointId == null)
            {
                throw new ArgumentException("AcceptUnsignedIdentity needs EndpointId");
            }
        }

        /// <summary>Throws InvalidWebhookException with the reason and the status to answer.</summary>
        public async Task<Event> VerifyAsync(
            IEnumerable<KeyValuePair<string, IEnumerable<string>>> headers, byte[] rawBody)
        {
            if (rawBody.Length > BodyBytesMax)
            {
                string detail = "The body has more than " + BodyBytesMax + " bytes.";
                throw new InvalidWebhookException(Reason.BodyTooLarge, detail);
            }
            var request = new SignedRequest { Headers = Joined(headers), RawBody = rawBody };
            CheckHeaders(request);
            var invariant = CultureInfo.InvariantCulture;
            request.Timestamp = long.Parse(request.Value("webhook-timestamp"), invariant);
            request.Now = options.NowMs() / 1000.0;
            CheckTime(request.Timestamp - request.Now);
            bool hasToken = options.BearerTokens.Count > 0;
            if (hasToken) CheckToken(request);
            var identity = Identity.Token;
            bool isReopened = request.Value("webhook-reopened") == "true";
            if (options.Keys != null || secrets.Count > 0)
            {
                var signatures = new Signatures(request, options.Keys, secrets);
                var proof = await signatures.Check(options.SignatureFormat).ConfigureAwait(false);
                if (proof.IsSigned || !hasToken)
                {
                    identity = proof.IsSigned ? Identity.Signed : Identity.Unsigned;
                    isReopened = proof.IsReopened;
                }
            }
            if (identity == Identity.Unsigned && !options.AcceptUnsignedIdentity)
            {
                throw new InvalidWebhookException(
                    Reason.IdentityUnsigned,
                    "The signature does not cover webhook-endpoint-id, webhook-event and"
                        + " webhook-sequence.");
            }
            int sequence = int.Parse(request.Value("webhook-sequence"), invariant);
            string name = request.Value("webhook-event");
            return new Event
            {
                WebhookId = request.Value("webhook-id"),
                EndpointId = request.Value("webhook-endpoint-id"),
                Name = name,
                Attempt = int.Parse(request.Value("webhook-attempt"), invariant),
                Sequence = identity == Identity.Unsigned ? (int?)null : sequence,
                Reopened = isReopened,
                RunId = request.Has("acw-run-id") ? request.Value("acw-run-id") : null,
                Identity = identity,
                Payload = PayloadReader.Parse(rawBody, name, options.ContentKey),
            };
        }

        /// <summary>A header sent twice is joined, so that no second value can hide.</summary>
        private static Dictionary<string, string> Joined(
            IEnumerable<KeyValuePair<string, IEnumerable<string>>> headers)
        {
            var values = new Dictionary<string, string>();
            foreach (var header in headers)
            {
                string lower = header.Key.ToLowerInvariant();
                foreach (string value in header.Value)
                {
                    string text = value.Trim(' ', '\t', '\r', '\n');
                    values[lower] = values.ContainsKey(lower) ? values[lower] + ", " + text : text;
                }
            }
            return values;
        }

        private void CheckHeaders(SignedRequest request)
        {
            foreach (var each in Required)
            {
                if (!request.Has(each.Key))
                {
                    throw new InvalidWebhookException(
                        Reason.MissingHeader, each.Key + " is missing.");
                }
                if (!each.Value.IsMatch(request.Value(each.Key))) throw Malformed(each.Key);
            }
            if (request.Has("acw-run-id") && !Id.IsMatch(request.Value("acw-run-id")))
            {
                throw Malformed("acw-run-id");
            }
            string own = request.Value("webhook-endpoint-id");
            if (request.Has("acw-agent-id") && request.Value("acw-agent-id") != own)
            {
                throw Malformed("acw-agent-id");
            }
            string version = request.Value("webhook-payload-version");
            if (request.Has("webhook-payload-version") && version != "1" && version != "2")
            {
                throw new InvalidWebhookException(
                    Reason.PayloadVersion, "The payload has a version that is not known here.");
            }
            if (options.EndpointId != null && options.EndpointId != own)
            {
                throw new InvalidWebhookException(
                    Reason.WrongEndpoint, "The webhook was sent to another endpoint.");
            }
        }

        private void CheckTime(double aheadSeconds)
        {
            if (aheadSeconds < -options.ToleranceSeconds)
            {
                throw new InvalidWebhookException(
                    Reason.TimestampTooOld, "webhook-timestamp is too old.");
            }
            if (aheadSeconds > options.ToleranceSeconds)
            {
                throw new InvalidWebhookException(
                    Reason.TimestampInFuture, "webhook-timestamp is in the future.");
            }
        }

        private void CheckToken(SignedRequest request)
        {
            if (!request.Has("authorization"))
            {
                throw new InvalidWebhookException(
                    Reason.MissingHeader, "authorization is missing.");
            }
            Match match = Token.Match(request.Value("authorization"));
            bool matches = false;
            if (match.Success)
            {
                // Hashed, so that the duration does not even reveal the length of the token.
                byte[] given = Hashed(match.Groups[1].Value);
                foreach (string token in options.BearerTokens)
                {
                    matches |= Signatures.AreSame(given, Hashed(token));
                }
            }
            if (!matches)
            {
                throw new InvalidWebhookException(
                    Reason.BearerMismatch, "The Bearer token is another one, or none.");
            }
        }

        private static byte[] Hashed(string text)
        {
            return Signatures.Sha256(Encoding.UTF8.GetBytes(text));
        }

        /// <summary>The error does not repeat the text.</summary>
        private static byte[] SecretBytes(string text)
        {
            if (text.StartsWith("whsec_", StringComparison.Ordinal))
            {
                try
                {
                    byte[] secret = Convert.FromBase64String(text.Substring("whsec_".Length));
                    if (secret.Length >= 24 && secret.Length <= 64) return secret;
                }
                catch (FormatException)
                {
                    // As below.
                }
            }
            throw new ArgumentException("a signing secret is whsec_ and base64 of 24 to 64 bytes");
        }

        private static InvalidWebhookException Malformed(string name)
        {
            return new InvalidWebhookException(Reason.MalformedHeader, name + " is malformed.");
        }
    }
}
