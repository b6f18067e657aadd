using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    /// <summary>Answers requests of any framework: verifies, handles once and in order.</summary>
    public sealed class Receiver
    {
        private readonly Verifier verifier;
        private readonly OrderGuard guard;
        private readonly Func<Event, Task> handle;
        private readonly Action<string> log;

        /// <summary>log is told of refusals and failures; standard error unless told.</summary>
        public Receiver(
            Verifier verifier, OrderGuard guard, Func<Event, Task> handle, Action<string> log = null)
        {
            this.verifier = verifier;
            this.guard = guard;
            this.handle = handle;
            this.log = log ?? Console.Error.WriteLine;
        }

        /// <summary>
        /// The status to answer. 204: handled, or need not be handled any more; 500: your own work
        /// failed, so it is sent again; else that of the reason. Read no more of a body than
        /// Verifier.BodyBytesMax and one byte.
        /// </summary>
        public async Task<int> AnswerAsync(
            string method,
            IEnumerable<KeyValuePair<string, IEnumerable<string>>> headers,
            byte[] rawBody)
        {
            if (method != "POST") return 405;
            Event verified;
            try
            {
                verified = await verifier.VerifyAsync(headers, rawBody).ConfigureAwait(false);
            }
            catch (InvalidWebhookException invalid)
            {
                log("webhook refused: " + invalid.Message);
                return invalid.AnswerStatus;
            }
            try
            {
                await guard.RunAsync(verified, handle).ConfigureAwait(false);
                return 204;
            }
            catch (Exception failed)
            {
                log("webhook not handled: " + verified.Name + ": " + failed);
                return 500;
            }
        }
    }
}
