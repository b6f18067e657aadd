using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>
    /// The keys of a project, fetched from its JWKS address and kept; safe for threads. The address is
    /// fixed when the set is made: never take it from a request. An unknown id causes another fetch, at
    /// most once a minute, so that made-up ids cannot cause a flood of requests.
    /// </summary>
    public sealed class KeySet : IKeys
    {
        private const long MaxAgeMs = 5 * 60000;

        /// <summary>How long fetched keys are used if the address cannot be reached.</summary>
        private const long StaleMsMax = 60 * 60000;

        private const long UnknownKeyPauseMs = 60000;
        private const long FailurePauseMs = 5000;
        private const int DocumentBytesMax = 65536;
        private const int KeysMax = 32;
        private static readonly TimeSpan FetchTimeMax = TimeSpan.FromSeconds(5);
        private static readonly Stopwatch Monotonic = Stopwatch.StartNew();

        private sealed class State
        {
            internal FixedKeys Keys;
            internal long? FetchedAtMs;
            internal string Failure;
        }

        private readonly Uri address;
        private readonly Get get;
        private readonly Func<long> nowMs;
        private readonly SemaphoreSlim fetching = new SemaphoreSlim(1);
        private volatile State state = new State { Keys = new FixedKeys(new object[0]) };
        private long? triedAtMs;

        /// <summary>
        /// Throws ArgumentException if the address is neither https nor on this machine; allowHttp
        /// allows http to others, only for networks that you trust.
        /// </summary>
        public KeySet(string jwksUrl, bool allowHttp = false)
            : this(jwksUrl, allowHttp, Transport.OverHttp, () => Monotonic.ElapsedMilliseconds)
        {
        }

        internal KeySet(string jwksUrl, bool allowHttp, Get get, Func<long> nowMs)
        {
            address = Transport.Checked(jwksUrl, allowHttp);
            this.get = get;
            this.nowMs = nowMs;
        }

        public async Task<RSAParameters> LookupAsync(string kid)
        {
            if (!IsFresh(kid)) await RefreshIfDue(kid).ConfigureAwait(false);
            State now = state;
            if (now.FetchedAtMs == null || nowMs() - now.FetchedAtMs > StaleMsMax)
            {
                throw new InvalidWebhookException(Reason.KeysUnavailable, now.Failure ?? "");
            }
            if (now.Failure != null && !now.Keys.Has(kid))
            {
                throw new InvalidWebhookException(Reason.KeysUnavailable, now.Failure);
            }
            return now.Keys.Lookup(kid);
        }

        private bool IsFresh(string kid)
        {
            State now = state;
            bool isYoung = now.FetchedAtMs != null && nowMs() - now.FetchedAtMs <= MaxAgeMs;
            return isYoung && now.Keys.Has(kid);
        }

        /// <summary>One that asks during a fetch waits for that fetch, and looks again.</summary>
        private async Task RefreshIfDue(string kid)
        {
            await fetching.WaitAsync().ConfigureAwait(false);
            try
            {
                long pauseMs = state.Failure == null ? UnknownKeyPauseMs : FailurePauseMs;
                if (IsFresh(kid) || triedAtMs != null && nowMs() - triedAtMs < pauseMs) return;
                triedAtMs = nowMs();
                try
                {
                    FixedKeys keys = await Fetch().ConfigureAwait(false);
                    state = new State { Keys = keys, FetchedAtMs = nowMs() };
                }
                catch (HttpRequestException failed)
                {
                    State before = state;
                    state = new State
                    {
                        Keys = before.Keys,
                        FetchedAtMs = before.FetchedAtMs,
                        Failure = failed.Message,
                    };
                }
            }
            finally
            {
                fetching.Release();
            }
        }

        private async Task<FixedKeys> Fetch()
        {
            var accept = new Dictionary<string, string> { { "accept", "application/json" } };
            Answer answer =
                await get(address, accept, DocumentBytesMax, FetchTimeMax).ConfigureAwait(false);
            if (answer.Status != 200)
            {
                throw new HttpRequestException("The JWKS address answered " + answer.Status + ".");
            }
            if (answer.Body == null) throw new HttpRequestException("The key set is too large.");
            object jwks = null;
            Json.Object(answer.Body)?.TryGetValue("keys", out jwks);
            if (jwks is List<object> list) return new FixedKeys(list.Take(KeysMax));
            throw new HttpRequestException("The JWKS address did not answer with a key set.");
        }
    }
}
