using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Ringpost.Receiver
{
    /// <summary>How the body is read. Keys and events of later versions are never refused.</summary>
    internal static class PayloadReader
    {
        private static readonly Dictionary<PayloadKind, string[]> DataKeys =
            new Dictionary<PayloadKind, string[]>
            {
                { PayloadKind.Outbound, new[] { "callId", "callStatus", "callSid", "clientId" } },
                { PayloadKind.Inbound, new[] { "callId", "callStatus" } },
                { PayloadKind.InboundError, new[] { "callId", "callStatus", "callSid" } },
                {
                    PayloadKind.CallLog,
                    new[] { "callId", "callStatus", "callSid", "clientId", "direction" }
                },
                {
                    PayloadKind.AcwCompleted,
                    new[] { "callId", "acwAgentId", "acwResultId", "isError" }
                },
                { PayloadKind.Other, new string[0] },
            };

        internal static Payload Parse(byte[] rawBody, string name, string contentKey)
        {
            Dictionary<string, object> body = Json.Object(rawBody);
            if (body == null) throw Malformed("The body is no JSON object.");
            var data = Value(body, "data") as Dictionary<string, object>;
            if (data == null) throw Malformed("The body has no object \"data\".");
            var message = Value(body, contentKey) as string;
            if (message == null) throw Malformed("The body has no text \"" + contentKey + "\".");
            List<CallError> errors = body.ContainsKey("errors") ? Errors(body["errors"]) : null;
            PayloadKind kind = Kind(name, data);
            string lacking = DataKeys[kind].FirstOrDefault(key => !(Value(data, key) is string));
            if (lacking == null) return new Payload(kind, message, data, errors);
            throw Malformed("\"data\" has no text \"" + lacking + "\" for " + name + ".");
        }

        private static PayloadKind Kind(string name, Dictionary<string, object> data)
        {
            switch (name)
            {
                case "CALL_LOG_CREATED":
                    var direction = Value(data, "direction") as string;
                    bool isKnown = direction == "OUTBOUND" || direction == "INBOUND";
                    return isKnown ? PayloadKind.CallLog : PayloadKind.Other;
                case "ACW_COMPLETED":
                    return PayloadKind.AcwCompleted;
                case "INBOUND_CALL_ERROR":
                    return PayloadKind.InboundError;
            }
            var ordinal = StringComparison.Ordinal;
            if (name.StartsWith("OUTBOUND_CALL_", ordinal)) return PayloadKind.Outbound;
            bool isInbound = name.StartsWith("INBOUND_CALL_", ordinal);
            return isInbound ? PayloadKind.Inbound : PayloadKind.Other;
        }

        private static List<CallError> Errors(object value)
        {
            var errors = new List<CallError>();
            foreach (object each in value as List<object> ?? new List<object> { null })
            {
                var error = each as Dictionary<string, object>;
                var code = Value(error, "code") as string;
                var message = Value(error, "message") as string;
                var timestamp = Value(error, "timestamp") as string;
                if (code == null || message == null || timestamp == null)
                {
                    throw Malformed("\"errors\" is no list of errors.");
                }
                errors.Add(new CallError(code, message, timestamp));
            }
            return errors;
        }

        private static object Value(Dictionary<string, object> from, string key)
        {
            return from != null && from.TryGetValue(key, out object value) ? value : null;
        }

        private static InvalidWebhookException Malformed(string detail)
        {
            return new InvalidWebhookException(Reason.PayloadMalformed, detail);
        }
    }
}
