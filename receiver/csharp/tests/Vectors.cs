using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using Mono.Data.Sqlite;

namespace Ringpost.Receiver
{
    using Map = Dictionary<string, object>;

    /// <summary>Every vector of the contract. Prints `ran N vectors`, ends with 0 if each is
    /// right.</summary>
    internal static class Vectors
    {
        private static int Main(string[] arguments)
        {
            int ran = 0;
            int failed = 0;
            foreach (string path in Directory.GetFiles(arguments[0], "*.json").OrderBy(each => each))
            {
                var file = (Map)Json.Read(File.ReadAllText(path));
                foreach (Map each in List(file["cases"]))
                {
                    ran++;
                    string said = Shown(Judged(file, each));
                    string expected = Shown(Expected(file, each));
                    if (said == expected) continue;
                    failed++;
                    Console.WriteLine("FAILED " + Path.GetFileName(path) + ": " + each["name"]);
                    Console.WriteLine("  said " + said + "\n  expected " + expected);
                }
            }
            Console.WriteLine("ran " + ran + " vectors, " + failed + " failed");
            return failed == 0 && ran > 0 ? 0 : 1;
        }

        private static List<object> List(object value)
        {
            return (List<object>)value;
        }

        private static object Value(Map from, string key, object otherwise = null)
        {
            return from.TryGetValue(key, out object value) ? value : otherwise;
        }

        /// <summary>Members in an order of their own, since objects of JSON have none.</summary>
        private static string Shown(object value)
        {
            if (value is Map map)
            {
                var members = map.OrderBy(each => each.Key, StringComparer.Ordinal);
                return "{" + string.Join(",", members.Select(e => e.Key + ":" + Shown(e.Value))) + "}";
            }
            if (value is List<object> list) return "[" + string.Join(",", list.Select(Shown)) + "]";
            if (value is string text) return "\"" + text + "\"";
            if (value is bool yes) return yes ? "true" : "false";
            return value == null ? "null" : Convert.ToString(value);
        }

        private static object Expected(Map file, Map each)
        {
            switch ((string)file["kind"])
            {
                case "order":
                    return List(each["steps"]).Select(step => ((Map)step)["expected"]).ToList();
                case "key-set":
                    if (each.ContainsKey("isMistake")) return "mistake";
                    return List(each["steps"]).Cast<Map>().Select(step =>
                        (object)new List<object> { step["expected"], step["fetches"] }).ToList();
                case "call-log":
                    var waits = List(each["waits"]);
                    string address = "https://calls.example.com" + each["path"];
                    return new List<object> { each["expected"], waits, address, waits.Count + 1L };
                default:
                    return each["expected"];
            }
        }

        private static object Judged(Map file, Map each)
        {
            switch ((string)file["kind"])
            {
                case "verify":
                    return JudgedRequest(file, each);
                case "order":
                    int capacity = Convert.ToInt32(Value(each, "capacity", 100000L));
                    object said = JudgedOrder(each, new MemoryStore(capacity));
                    bool isBoth = !each.ContainsKey("capacity")
                        && Shown(said) == Shown(Expected(file, each));
                    return isBoth ? JudgedInSqlite(each) : said;
                case "key-set":
                    return JudgedKeys(each);
                default:
                    return JudgedLog(each);
            }
        }

        private static IList<string> Texts(Map options, string name)
        {
            return List(Value(options, name, new List<object>())).Cast<string>().ToList();
        }

        private static object JudgedRequest(Map file, Map each)
        {
            var given = (Map)each["options"];
            var named = (Map)file["keys"];
            var format = ((string)Value(given, "signatureFormat", "any")).Replace("-", "");
            var options = new VerifierOptions
            {
                Keys = given.ContainsKey("keys")
                    ? new FixedKeys(Texts(given, "keys").Select(name => named[name]))
                    : null,
                SigningSecrets = Texts(given, "signingSecret"),
                BearerTokens = Texts(given, "bearerToken"),
                SignatureFormat =
                    (SignatureFormat)Enum.Parse(typeof(SignatureFormat), format, ignoreCase: true),
                EndpointId = (string)Value(given, "endpointId"),
                ContentKey = (string)Value(given, "contentKey", "message"),
                ToleranceSeconds = Convert.ToInt32(Value(given, "toleranceS", 300L)),
                AcceptUnsignedIdentity = (bool)Value(given, "acceptUnsignedIdentity", false),
                NowMs = () => (long)each["nowMs"],
            };
            var headers = List(each["headers"]).Select(pair =>
                new KeyValuePair<string, IEnumerable<string>>(
                    (string)List(pair)[0], new[] { (string)List(pair)[1] }));
            byte[] once = Convert.FromBase64String((string)each["body"]);
            int times = Convert.ToInt32(Value(each, "bodyTimes", 1L));
            byte[] body = Enumerable.Repeat(once, times).SelectMany(bytes => bytes).ToArray();
            try
            {
                Event found = new Verifier(options).VerifyAsync(headers, body).GetAwaiter().GetResult();
                return new Map { { "kind", "valid" }, { "event", Facts(found) } };
            }
            catch (InvalidWebhookException invalid)
            {
                return new Map
                {
                    { "kind", "invalid" },
                    { "reason", invalid.ReasonName },
                    { "answerStatus", (long)invalid.AnswerStatus },
                };
            }
            catch (ArgumentException)
            {
                return new Map { { "kind", "mistake" } };
            }
        }

        private static Map Facts(Event found)
        {
            var payload = new Map
            {
                { "kind", InvalidWebhookException.Dashed(found.Payload.Kind.ToString()) },
                { "message", found.Payload.Message },
                { "data", found.Payload.Data },
            };
            if (found.Payload.Errors != null)
            {
                payload["errors"] = found.Payload.Errors.Select(error => (object)new Map
                {
                    { "code", error.Code },
                    { "message", error.Message },
                    { "timestamp", error.Timestamp },
                }).ToList();
            }
            return new Map
            {
                { "webhookId", found.WebhookId },
                { "endpointId", found.EndpointId },
                { "event", found.Name },
                { "attempt", (long)found.Attempt },
                { "sequence", (long?)found.Sequence },
                { "reopened", found.Reopened },
                { "runId", found.RunId },
                { "identity", InvalidWebhookException.Dashed(found.Identity.ToString()) },
                { "hasErrors", found.HasErrors },
                { "payload", payload },
            };
        }

        private sealed class Failure : Exception
        {
        }

        private static object JudgedInSqlite(Map each)
        {
            string path = Path.GetTempFileName();
            try
            {
                var store = new DbStore(() => new SqliteConnection("Data Source=" + path));
                return JudgedOrder(each, store);
            }
            finally
            {
                File.Delete(path);
            }
        }

        private static object JudgedOrder(Map each, IOrderStore store)
        {
            long missed = 0;
            var guard = new OrderGuard(store, (unused, count) => missed = count);
            var said = new List<object>();
            foreach (Map step in List(each["steps"]))
            {
                missed = 0;
                var data = new Map { { "callId", step["callId"] } };
                var received = new Event
                {
                    WebhookId = (string)step["webhookId"],
                    EndpointId = (string)step["endpointId"],
                    Sequence = step["sequence"] == null
                        ? (int?)null
                        : Convert.ToInt32(step["sequence"]),
                    Reopened = (bool)step["reopened"],
                    Payload = new Payload(PayloadKind.Other, "", data, null),
                };
                string outcome;
                try
                {
                    outcome = guard.RunAsync(received, unused =>
                    {
                        if ((bool)step["fails"]) throw new Failure();
                        return Task.CompletedTask;
                    }).GetAwaiter().GetResult().ToString().ToLowerInvariant();
                }
                catch (Failure)
                {
                    outcome = "failed";
                    missed = 0;
                }
                said.Add(new Map { { "outcome", outcome }, { "missed", missed } });
            }
            return said;
        }

        private static object JudgedKeys(Map each)
        {
            long now = 0;
            long fetches = 0;
            Map answer = null;
            KeySet keys;
            try
            {
                keys = new KeySet(
                    (string)each["url"],
                    (bool)Value(each, "allowHttp", false),
                    (address, headers, bytesMax, time) =>
                    {
                        fetches++;
                        return Answered(answer, bytesMax);
                    },
                    () => now);
            }
            catch (ArgumentException)
            {
                return "mistake";
            }
            var said = new List<object>();
            foreach (Map step in List(each["steps"]))
            {
                now = (long)step["atMs"];
                answer = (Map)step["answer"];
                string kind = "key";
                try
                {
                    keys.LookupAsync((string)step["kid"]).GetAwaiter().GetResult();
                }
                catch (InvalidWebhookException missing)
                {
                    kind = missing.Reason == Reason.UnknownKey ? "unknown" : "unavailable";
                }
                said.Add(new List<object> { kind, fetches });
            }
            return said;
        }

        private static object JudgedLog(Map each)
        {
            var answers = List(each["answers"]);
            double now = 0;
            var asked = new List<object>();
            var waits = new List<object>();
            var logs = new CallLogs(
                "https://calls.example.com/",
                "rp_key",
                false,
                (address, headers, bytesMax, time) =>
                {
                    if (headers["authorization"] != "Bearer rp_key") throw new Exception("no key");
                    asked.Add(address.AbsoluteUri);
                    int at = Math.Min(asked.Count, answers.Count) - 1;
                    return Answered((Map)answers[at], bytesMax);
                },
                () => now,
                seconds =>
                {
                    waits.Add((long)seconds);
                    now += seconds;
                    return Task.CompletedTask;
                });
            CallLog found = logs.ReadCallLogAsync(
                (string)each["callId"],
                Convert.ToInt32(Value(each, "attempts", 100L)),
                Convert.ToInt32(Value(each, "seconds", 600L))).GetAwaiter().GetResult();
            object result = found.Log == null
                ? new Map
                {
                    { "kind", "none" },
                    { "reason", InvalidWebhookException.Dashed(found.Reason.ToString()) },
                }
                : new Map { { "kind", "log" }, { "log", found.Log } };
            return new List<object> { result, waits, asked[0], (long)asked.Count };
        }

        private static Task<Answer> Answered(Map answer, int bytesMax)
        {
            if (answer == null || (long)answer["status"] == 0)
            {
                throw new HttpRequestException("nothing answers");
            }
            string text = (string)Value(answer, "body", "");
            byte[] body = Encoding.UTF8.GetBytes(text);
            int padTo = Convert.ToInt32(Value(answer, "padTo", 0L));
            body = body.Concat(Enumerable.Repeat((byte)' ', Math.Max(0, padTo - body.Length))).ToArray();
            return Task.FromResult(new Answer
            {
                Status = Convert.ToInt32(answer["status"]),
                Body = body.Length > bytesMax ? null : body,
                RetryAfter = (string)Value(answer, "retryAfter"),
            });
        }
    }
}
