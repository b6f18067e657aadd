using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>Why there is no call log.</summary>
    public enum NoLog
    {
        /// <summary>There is none, and none will come.</summary>
        Never,

        /// <summary>After the attempts or the time.</summary>
        GaveUp,

        /// <summary>The key may not read it, or the answer is no log.</summary>
        Refused,
    }

    /// <summary>The log of a call as the platform sent it, or why there is none.</summary>
    public sealed class CallLog
    {
        /// <summary>Null if there is none.</summary>
        public IReadOnlyDictionary<string, object> Log { get; internal set; }

        /// <summary>Null if there is a log.</summary>
        public NoLog? Reason { get; internal set; }

        /// <summary>For people.</summary>
        public string Detail { get; internal set; } = "";
    }

    /// <summary>
    /// Reads the log of a call, and gives up in time. CALL_LOG_CREATED says that a call has ended; its
    /// log may come later or never. The service says with Retry-After that one may still come.
    /// </summary>
    public sealed class CallLogs
    {
        private const int WaitSecondsMax = 30;

        /// <summary>The service takes logs of at most 5 MiB.</summary>
        private const int LogBytesMax = 8388608;

        private static readonly TimeSpan RequestTimeMax = TimeSpan.FromSeconds(10);
        private static readonly Regex Seconds = new Regex(@"^[0-9]{1,6}\z");
        private static readonly Stopwatch Monotonic = Stopwatch.StartNew();

        private sealed class Asked
        {
            internal CallLog Found;

            /// <summary>After how many seconds to ask again; 0: what was found is final.</summary>
            internal int Wait;
        }

        private readonly string root;
        private readonly Dictionary<string, string> headers;
        private readonly Get get;
        private readonly Func<double> now;
        private readonly Func<int, Task> sleep;

        /// <summary>Of the service at url, https or on this machine, by a key with
        /// call-logs:read.</summary>
        public CallLogs(string url, string apiKey, bool allowHttp = false)
            : this(
                url,
                apiKey,
                allowHttp,
                Transport.OverHttp,
                () => Monotonic.Elapsed.TotalSeconds,
                seconds => Task.Delay(seconds * 1000))
        {
        }

        internal CallLogs(
            string url,
            string apiKey,
            bool allowHttp,
            Get get,
            Func<double> now,
            Func<int, Task> sleep)
        {
            root = Transport.Checked(url, allowHttp).AbsoluteUri.TrimEnd('/');
            headers = new Dictionary<string, string>
            {
                { "accept", "application/json" },
                { "authorization", "Bearer " + apiKey },
            };
            this.get = get;
            this.now = now;
            this.sleep = sleep;
        }

        /// <summary>Asks at most so many times within so many seconds.</summary>
        public async Task<CallLog> ReadCallLogAsync(
            string callId, int attempts = 100, int seconds = 600)
        {
            if (attempts < 1 || seconds < 0)
            {
                throw new ArgumentException("attempts must be 1 or more, seconds 0 or more");
            }
            var address = new Uri(root + "/v1/call-logs/" + Uri.EscapeDataString(callId));
            double until = now() + seconds;
            for (int tried = 1; ; tried++)
            {
                Asked asked = await Ask(address, tried).ConfigureAwait(false);
                if (asked.Wait == 0) return asked.Found;
                string detail = asked.Found.Detail;
                if (tried >= attempts) return None(NoLog.GaveUp, "Asked " + tried + " times. " + detail);
                if (now() + asked.Wait > until)
                {
                    return None(NoLog.GaveUp, "Waited " + seconds + " s at most. " + detail);
                }
                await sleep(asked.Wait).ConfigureAwait(false);
            }
        }

        private async Task<Asked> Ask(Uri address, int tried)
        {
            int backOff = Math.Min(WaitSecondsMax, 1 << Math.Min(tried - 1, 10));
            try
            {
                Answer answer =
                    await get(address, headers, LogBytesMax, RequestTimeMax).ConfigureAwait(false);
                return Judge(answer, backOff);
            }
            catch (HttpRequestException failed)
            {
                string detail = "The service does not answer: " + failed.Message + ".";
                return new Asked { Found = None(NoLog.GaveUp, detail), Wait = backOff };
            }
        }

        private static Asked Judge(Answer answer, int backOff)
        {
            int status = answer.Status;
            Dictionary<string, object> found = Json.Object(answer.Body);
            if (status == 200)
            {
                CallLog log = found == null
                    ? None(NoLog.Refused, "The answer is no call log.")
                    : new CallLog { Log = found };
                return new Asked { Found = log };
            }
            object said = null;
            found?.TryGetValue("detail", out said);
            string detail = said as string ?? "The service says " + status + ".";
            if (status == 404 && answer.RetryAfter == null)
            {
                return new Asked { Found = None(NoLog.Never, detail) };
            }
            bool passes = status == 404 || status == 408 || status == 425 || status == 429;
            if (!passes && status < 500) return new Asked { Found = None(NoLog.Refused, detail) };
            int wait = Seconds.IsMatch(answer.RetryAfter ?? "")
                ? Math.Max(1, int.Parse(answer.RetryAfter, CultureInfo.InvariantCulture))
                : backOff;
            return new Asked { Found = None(NoLog.GaveUp, detail), Wait = wait };
        }

        private static CallLog None(NoLog reason, string detail)
        {
            return new CallLog { Reason = reason, Detail = detail };
        }
    }
}
