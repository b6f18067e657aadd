package io.github.ringpost.receiver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** One bounded GET: no redirects, at most so many bytes and so much time. */
@FunctionalInterface
interface Transport {
    /** @param body null if it is larger than was asked for */
    record Answer(int status, byte[] body, String retryAfter) {}

    Answer get(URI address, Map<String, String> headers, int bytesMax, Duration time)
            throws IOException, InterruptedException;

    Pattern HERE = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\]");

    /** Throws if the address is neither https nor on this machine. */
    static URI checked(String text, boolean allowHttp) {
        URI address = URI.create(text);
        String host = address.getHost();
        boolean isHere = host != null && HERE.matcher(host).matches();
        boolean isHttp = "http".equalsIgnoreCase(address.getScheme());
        boolean isHttps = "https".equalsIgnoreCase(address.getScheme());
        if (host != null && (isHttps || isHttp && (isHere || allowHttp))) return address;
        throw new IllegalArgumentException("the address must be https: " + text);
    }

    static Transport overHttp() {
        HttpClient client =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(Duration.ofSeconds(5))
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
        return (address, headers, bytesMax, time) -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(address).GET();
            headers.forEach(request::header);
            CompletableFuture<HttpResponse<byte[]>> sent =
                    client.sendAsync(request.build(), info -> new Bounded(bytesMax));
            try {
                HttpResponse<byte[]> response = sent.get(time.toMillis(), TimeUnit.MILLISECONDS);
                String retryAfter = response.headers().firstValue("retry-after").orElse(null);
                return new Answer(response.statusCode(), response.body(), retryAfter);
            } catch (TimeoutException late) {
                sent.cancel(true);
                throw new IOException("no whole answer in " + time.toSeconds() + " s");
            } catch (ExecutionException failed) {
                throw new IOException(failed.getCause());
            }
        };
    }

    /** The bytes of a body, null as soon as there are too many. */
    final class Bounded implements HttpResponse.BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int bytesMax;
        private Flow.Subscription subscription;

        Bounded(int bytesMax) {
            this.bytesMax = bytesMax;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                if (bytes.size() + buffer.remaining() > bytesMax) {
                    subscription.cancel();
                    body.complete(null);
                    return;
                }
                byte[] chunk = new byte[buffer.remaining()];
                buffer.get(chunk);
                bytes.writeBytes(chunk);
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toByteArray());
        }
    }
}
