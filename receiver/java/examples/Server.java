import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.ringpost.receiver.CallLogs;
import io.github.ringpost.receiver.Event;
import io.github.ringpost.receiver.KeySet;
import io.github.ringpost.receiver.Receiver;
import io.github.ringpost.receiver.Verifier;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * A whole receiver: handles each webhook once, in order, and reads the log of a call that has ended.
 * RINGPOST_JWKS_URL, RINGPOST_ENDPOINT_ID and PORT say what it needs.
 */
public final class Server {
    private Server() {}

    public static void main(String[] arguments) throws IOException {
        // Pin the address of your project's keys; never take it from a request.
        var keys = KeySet.of(System.getenv("RINGPOST_JWKS_URL"));
        var own = System.getenv("RINGPOST_ENDPOINT_ID");
        var verifier = Verifier.builder().keys(keys).endpointId(own).build();
        var receiver = new Receiver(verifier, Server::handle);
        int port = Integer.parseInt(System.getenv("PORT"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/hooks", exchange -> answer(receiver, exchange));
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }

    private static void answer(Receiver receiver, HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] rawBody = exchange.getRequestBody().readNBytes(Verifier.BODY_BYTES_MAX + 1);
            String method = exchange.getRequestMethod();
            int status = receiver.answer(method, exchange.getRequestHeaders(), rawBody);
            exchange.sendResponseHeaders(status, -1);
        }
    }

    /** If it throws, 500 is answered and the webhook comes again. */
    private static void handle(Event event) throws InterruptedException {
        String failed = event.hasErrors() ? " failed" : "";
        System.out.println(
                event.event() + " " + event.callId() + " " + event.sequence() + failed);
        String key = System.getenv("RINGPOST_API_KEY");
        if (key == null || !event.event().equals("CALL_LOG_CREATED")) return;
        // The answer is due within 10 s: a receiver that can wait longer reads the log afterwards.
        var logs = new CallLogs(System.getenv("RINGPOST_URL"), key);
        var found = logs.readCallLog(event.callId(), 100, Duration.ofSeconds(5));
        boolean isThere = found.log() != null && found.log().get("turns") instanceof List<?>;
        Object said = isThere ? ((List<?>) found.log().get("turns")).size() : found.reason();
        System.out.println("log " + event.callId() + " " + said);
    }
}
