using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>What a guard did with a webhook.</summary>
    public enum Outcome
    {
        /// <summary>New, and not before a handled one of its call.</summary>
        Handled,

        /// <summary>Handled after a newer one of its call, since an operator asked for
        /// it.</summary>
        Reopened,

        /// <summary>Handled before; not handled again.</summary>
        Duplicate,

        /// <summary>A newer one of its call was handled before; this one was not.</summary>
        Late,
    }

    /// <summary>
    /// Handles each webhook once, and never an older one after a newer one of the same call, except one
    /// that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
    /// service sends in order, so only such copies and reopened deliveries come late.
    /// </summary>
    public sealed class OrderGuard
    {
        private sealed class Lane
        {
            internal readonly SemaphoreSlim Gate = new SemaphoreSlim(1);
            internal int Users;
        }

        private readonly IOrderStore store;
        private readonly Action<Event, int> onMissed;
        private readonly Dictionary<Tuple<string, string>, Lane> lanes =
            new Dictionary<Tuple<string, string>, Lane>();

        /// <summary>
        /// store: in memory unless told. onMissed is told, before an event is handled, how many of its
        /// call are missing before it: they were given up or cancelled, or never handled.
        /// </summary>
        public OrderGuard(IOrderStore store = null, Action<Event, int> onMissed = null)
        {
            this.store = store ?? new MemoryStore();
            this.onMissed = onMissed;
        }

        /// <summary>If handle throws, it counts as not handled: answer 500, and it comes
        /// again.</summary>
        public async Task<Outcome> RunAsync(Event @event, Func<Event, Task> handle)
        {
            var key = Tuple.Create(@event.EndpointId, @event.CallId);
            Lane lane = Enter(key);
            await lane.Gate.WaitAsync().ConfigureAwait(false);
            try
            {
                return await RunAlone(@event, handle).ConfigureAwait(false);
            }
            finally
            {
                lane.Gate.Release();
                Leave(key, lane);
            }
        }

        private async Task<Outcome> RunAlone(Event @event, Func<Event, Task> handle)
        {
            string endpointId = @event.EndpointId;
            string callId = @event.CallId;
            if (await store.WasHandledAsync(endpointId, @event.WebhookId).ConfigureAwait(false))
            {
                return Outcome.Duplicate;
            }
            int? last = await store.LastSequenceAsync(endpointId, callId).ConfigureAwait(false);
            bool isLate = @event.Sequence <= last;
            if (isLate && !@event.Reopened) return Outcome.Late;
            // What the guard did not see before the first one is not known to be missing.
            int missed = (@event.Sequence - last - 1) ?? 0;
            if (missed > 0) onMissed?.Invoke(@event, missed);
            await handle(@event).ConfigureAwait(false);
            int? highest = isLate ? last : @event.Sequence;
            await store.RememberAsync(endpointId, @event.WebhookId, callId, highest)
                .ConfigureAwait(false);
            return isLate ? Outcome.Reopened : Outcome.Handled;
        }

        /// <summary>A copy of a webhook waits for the first one.</summary>
        private Lane Enter(Tuple<string, string> key)
        {
            lock (lanes)
            {
                if (!lanes.TryGetValue(key, out Lane lane)) lanes[key] = lane = new Lane();
                lane.Users++;
                return lane;
            }
        }

        private void Leave(Tuple<string, string> key, Lane lane)
        {
            lock (lanes)
            {
                lane.Users--;
                if (lane.Users == 0) lanes.Remove(key);
            }
        }
    }
}
