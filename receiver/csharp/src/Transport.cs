using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Ringpost.Receiver
{
    internal sealed class Answer
    {
        internal int Status;

        /// <summary>Null if it is larger than was asked for.</summary>
        internal byte[] Body;

        internal string RetryAfter;
    }

    /// <summary>One bounded GET; throws HttpRequestException if nothing answers in time.</summary>
    internal delegate Task<Answer> Get(
        Uri address, IReadOnlyDictionary<string, string> headers, int bytesMax, TimeSpan time);

    internal static class Transport
    {
        private static readonly Regex Here =
            new Regex(@"^(?:localhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])\z");

        private static readonly HttpClient Client =
            new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
            {
                Timeout = Timeout.InfiniteTimeSpan,
            };

        /// <summary>Throws ArgumentException if it is neither https nor on this machine.</summary>
        internal static Uri Checked(string text, bool allowHttp)
        {
            if (Uri.TryCreate(text, UriKind.Absolute, out Uri address) && address.Host != "")
            {
                bool isHttp = address.Scheme == "http" && (Here.IsMatch(address.Host) || allowHttp);
                if (address.Scheme == "https" || isHttp) return address;
            }
            throw new ArgumentException("the address must be https: " + text);
        }

        internal static async Task<Answer> OverHttp(
            Uri address, IReadOnlyDictionary<string, string> headers, int bytesMax, TimeSpan time)
        {
            using (var request = new HttpRequestMessage(HttpMethod.Get, address))
            using (var ends = new CancellationTokenSource(time))
            {
                foreach (var header in headers)
                {
                    request.Headers.TryAddWithoutValidation(header.Key, header.Value);
                }
                try
                {
                    return await Read(request, bytesMax, ends.Token).ConfigureAwait(false);
                }
                catch (Exception failed)
                    when (failed is OperationCanceledException || failed is IOException
                        || failed is ObjectDisposedException)
                {
                    string why = "There was no whole answer in " + time.TotalSeconds + " s.";
                    throw new HttpRequestException(why, failed);
                }
            }
        }

        private static async Task<Answer> Read(
            HttpRequestMessage request, int bytesMax, CancellationToken ends)
        {
            var headersFirst = HttpCompletionOption.ResponseHeadersRead;
            using (var response =
                await Client.SendAsync(request, headersFirst, ends).ConfigureAwait(false))
            using (var stream = await response.Content.ReadAsStreamAsync().ConfigureAwait(false))
            using (ends.Register(response.Dispose))
            {
                var body = new MemoryStream();
                var chunk = new byte[16384];
                while (body.Length <= bytesMax)
                {
                    int count = await stream.ReadAsync(chunk, 0, chunk.Length, ends)
                        .ConfigureAwait(false);
                    if (count == 0) break;
                    body.Write(chunk, 0, count);
                }
                response.Headers.TryGetValues("retry-after", out IEnumerable<string> retryAfter);
                return new Answer
                {
                    Status = (int)response.StatusCode,
                    Body = body.Length > bytesMax ? null : body.ToArray(),
                    RetryAfter = retryAfter?.FirstOrDefault(),
                };
            }
        }
    }
}
