using System;
using System.Text;

namespace Ringpost.Receiver
{
    /// <summary>Why a request is no valid webhook.</summary>
    public enum Reason
    {
        MissingHeader,
        MalformedHeader,
        SignatureMissing,
        SignatureMismatch,
        DigestMismatch,
        NotCovered,
        IdentityUnsigned,
        BearerMismatch,
        WrongEndpoint,
        TimestampTooOld,
        TimestampInFuture,
        UnknownKey,
        KeysUnavailable,
        PayloadMalformed,
        PayloadVersion,
        BodyTooLarge,
    }

    /// <summary>The request is no valid webhook.</summary>
    public sealed class InvalidWebhookException : Exception
    {
        internal InvalidWebhookException(Reason reason, string detail)
            : base(Dashed(reason.ToString()) + ": " + detail)
        {
            Reason = reason;
            Detail = detail;
        }

        public Reason Reason { get; }

        /// <summary>For people.</summary>
        public string Detail { get; }

        /// <summary>As in the contract, such as signature-mismatch.</summary>
        public string ReasonName => Dashed(Reason.ToString());

        /// <summary>What to answer: after 503 it is sent again, after a 4xx it is not.</summary>
        public int AnswerStatus
        {
            get
            {
                switch (Reason)
                {
                    case Reason.UnknownKey:
                    case Reason.KeysUnavailable:
                        return 503;
                    case Reason.BodyTooLarge:
                        return 413;
                    case Reason.PayloadMalformed:
                    case Reason.PayloadVersion:
                        return 400;
                    default:
                        return 401;
                }
            }
        }

        internal static string Dashed(string name)
        {
            var dashed = new StringBuilder();
            foreach (char letter in name)
            {
                if (char.IsUpper(letter) && dashed.Length > 0) dashed.Append('-');
                dashed.Append(char.ToLowerInvariant(letter));
            }
            return dashed.ToString();
        }
    }
}
