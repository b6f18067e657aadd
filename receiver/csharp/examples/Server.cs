using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Ringpost.Receiver;

/// <summary>
/// A whole receiver: handles each webhook once, in order, and reads the log of a call that has ended.
/// RINGPOST_JWKS_URL, RINGPOST_ENDPOINT_ID and PORT say what it needs.
/// </summary>
internal static class Server
{
    private static void Main()
    {
        var verifier = new Verifier(new VerifierOptions
        {
            // Pin the address of your project's keys; never take it from a request.
            Keys = new KeySet(Environment.GetEnvironmentVariable("RINGPOST_JWKS_URL")),
            EndpointId = Environment.GetEnvironmentVariable("RINGPOST_ENDPOINT_ID"),
        });
        var receiver = new Receiver(verifier, new OrderGuard(), Handle);
        string port = Environment.GetEnvironmentVariable("PORT");
        var listener = new HttpListener();
        listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
        listener.Start();
        Console.WriteLine("listening on " + port);
        while (true)
        {
            HttpListenerContext context = listener.GetContext();
            Task.Run(() => Answer(receiver, context));
        }
    }

    private static async Task Answer(Receiver receiver, HttpListenerContext context)
    {
        HttpListenerRequest request = context.Request;
        var body = new MemoryStream();
        var chunk = new byte[65536];
        int count;
        do
        {
            count = await request.InputStream.ReadAsync(chunk, 0, chunk.Length);
            body.Write(chunk, 0, count);
        }
        while (count > 0 && body.Length <= Verifier.BodyBytesMax);
        var headers = request.Headers.AllKeys.Select(name =>
            new KeyValuePair<string, IEnumerable<string>>(name, request.Headers.GetValues(name)));
        context.Response.StatusCode =
            await receiver.AnswerAsync(request.HttpMethod, headers, body.ToArray());
        context.Response.Close();
    }

    /// <summary>If it throws, 500 is answered and the webhook comes again.</summary>
    private static async Task Handle(Event received)
    {
        string failed = received.HasErrors ? " failed" : "";
        Console.WriteLine(received.Name + " " + received.CallId + " " + received.Sequence + failed);
        string key = Environment.GetEnvironmentVariable("RINGPOST_API_KEY");
        if (key == null || received.Name != "CALL_LOG_CREATED") return;
        // The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
        var logs = new CallLogs(Environment.GetEnvironmentVariable("RINGPOST_URL"), key);
        CallLog found = await logs.ReadCallLogAsync(received.CallId, seconds: 5);
        object said = found.Log == null
            ? (object)found.Reason
            : ((List<object>)found.Log["turns"]).Count;
        Console.WriteLine("log " + received.CallId + " " + said);
    }
}
