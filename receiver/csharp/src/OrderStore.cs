using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>What a guard remembers. It is asked for one webhook of a call at a time.</summary>
    public interface IOrderStore
    {
        Task<bool> WasHandledAsync(string endpointId, string webhookId);

        /// <summary>Null if none is known.</summary>
        Task<int?> LastSequenceAsync(string endpointId, string callId);

        /// <summary>last: the highest sequence of the call that was handled; null: not
        /// known.</summary>
        Task RememberAsync(string endpointId, string webhookId, string callId, int? last);
    }

    /// <summary>Remembers a bounded number in memory; the longest unused are forgotten.</summary>
    public sealed class MemoryStore : IOrderStore
    {
        private readonly object gate = new object();
        private readonly Recent<bool> handled;
        private readonly Recent<int?> last;

        public MemoryStore(int capacity = 100000)
        {
            handled = new Recent<bool>(capacity);
            last = new Recent<int?>(capacity);
        }

        public Task<bool> WasHandledAsync(string endpointId, string webhookId)
        {
            lock (gate) return Task.FromResult(handled.Find(Tuple.Create(endpointId, webhookId)));
        }

        public Task<int?> LastSequenceAsync(string endpointId, string callId)
        {
            lock (gate) return Task.FromResult(last.Find(Tuple.Create(endpointId, callId)));
        }

        public Task RememberAsync(string endpointId, string webhookId, string callId, int? highest)
        {
            lock (gate)
            {
                handled.Keep(Tuple.Create(endpointId, webhookId), true);
                if (highest != null) last.Keep(Tuple.Create(endpointId, callId), highest);
            }
            return Task.CompletedTask;
        }

        private sealed class Recent<TValue>
        {
            private readonly int capacity;
            private readonly LinkedList<Tuple<string, string>> order =
                new LinkedList<Tuple<string, string>>();
            private readonly Dictionary<Tuple<string, string>, Kept> values =
                new Dictionary<Tuple<string, string>, Kept>();

            private sealed class Kept
            {
                internal TValue Value;
                internal LinkedListNode<Tuple<string, string>> Node;
            }

            internal Recent(int capacity)
            {
                this.capacity = capacity;
            }

            internal TValue Find(Tuple<string, string> key)
            {
                return values.TryGetValue(key, out Kept kept) ? kept.Value : default(TValue);
            }

            internal void Keep(Tuple<string, string> key, TValue value)
            {
                if (values.TryGetValue(key, out Kept before)) order.Remove(before.Node);
                values[key] = new Kept { Value = value, Node = order.AddLast(key) };
                if (values.Count <= capacity) return;
                values.Remove(order.First.Value);
                order.RemoveFirst();
            }
        }
    }
}
