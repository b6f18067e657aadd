using System.Collections.Generic;

namespace Ringpost.Receiver
{
    /// <summary>What proves endpoint, event, sequence and run.</summary>
    public enum Identity
    {
        Signed,
        Token,
        Unsigned,
    }

    /// <summary>Which keys the data of a payload has; Other is of an event not known here.</summary>
    public enum PayloadKind
    {
        Outbound,
        Inbound,
        InboundError,
        CallLog,
        AcwCompleted,
        Other,
    }

    /// <summary>An error of a call; its time is ISO 8601 in UTC with milliseconds.</summary>
    public sealed class CallError
    {
        public CallError(string code, string message, string timestamp)
        {
            Code = code;
            Message = message;
            Timestamp = timestamp;
        }

        public string Code { get; }
        public string Message { get; }
        public string Timestamp { get; }
    }

    /// <summary>The body of a webhook (payload version 1, whose keys only grow).</summary>
    public sealed class Payload
    {
        public Payload(
            PayloadKind kind,
            string message,
            IReadOnlyDictionary<string, object> data,
            IReadOnlyList<CallError> errors)
        {
            Kind = kind;
            Message = message;
            Data = data;
            Errors = errors;
        }

        public PayloadKind Kind { get; }

        /// <summary>For people: never parse it.</summary>
        public string Message { get; }

        /// <summary>Texts, and for later keys what JSON may hold.</summary>
        public IReadOnlyDictionary<string, object> Data { get; }

        /// <summary>Null if the body has no such key.</summary>
        public IReadOnlyList<CallError> Errors { get; }
    }

    /// <summary>A valid webhook.</summary>
    public sealed class Event
    {
        /// <summary>The same on every attempt: recognise duplicates by it, per endpoint.</summary>
        public string WebhookId { get; set; }

        public string EndpointId { get; set; }

        /// <summary>The trigger, such as OUTBOUND_CALL_COMPLETED.</summary>
        public string Name { get; set; }

        /// <summary>From 1. For logs only: no signature covers it.</summary>
        public int Attempt { get; set; }

        /// <summary>
        /// The place among the call's deliveries to this endpoint, from 1; null if not proven.
        /// </summary>
        public int? Sequence { get; set; }

        /// <summary>
        /// An operator asked for it again, so it may come after later ones of its call.
        /// </summary>
        public bool Reopened { get; set; }

        /// <summary>For the result that an agent of your own must post; else null.</summary>
        public string RunId { get; set; }

        public Identity Identity { get; set; }
        public Payload Payload { get; set; }

        /// <summary>The id of the call; empty if the data names none.</summary>
        public string CallId =>
            Payload.Data.TryGetValue("callId", out object id) ? id as string ?? "" : "";

        /// <summary>Never judge by callStatus: a failed dial may end as COMPLETED.</summary>
        public bool HasErrors => Payload.Errors != null && Payload.Errors.Count > 0;
    }
}
