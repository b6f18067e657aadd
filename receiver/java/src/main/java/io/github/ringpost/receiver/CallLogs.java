package io.github.ringpost.receiver;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Reads the log of a call, and gives up in time. CALL_LOG_CREATED says that a call has ended; its
 * log may come later or never. The service says with Retry-After that one may still come.
 */
public final class CallLogs {
    public static final int ATTEMPTS = 100;
    public static final Duration TIME = Duration.ofSeconds(600);

    private static final Duration REQUEST_TIME_MAX = Duration.ofSeconds(10);
    private static final long WAIT_S_MIN = 1;
    private static final long WAIT_S_MAX = 30;
    /** The service takes logs of at most 5 MiB. */
    private static final int LOG_BYTES_MAX = 8_388_608;

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");

    public enum NoLog {
        /** There is none, and none will come. */
        NEVER,
        /** After the attempts or the time. */
        GAVE_UP,
        /** The key may not read it, or the answer is no log. */
        REFUSED;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The log as the platform sent it, or why there is none.
     *
     * @param log null if there is none
     * @param reason null if there is a log
     */
    public record Result(Map<String, Object> log, NoLog reason, String detail) {}

    @FunctionalInterface
    interface Sleep {
        void seconds(long seconds) throws InterruptedException;
    }

    private final String base;
    private final String apiKey;
    private final Transport transport;
    private final LongSupplier nowMs;
    private final Sleep sleep;

    CallLogs(String url, String apiKey, Transport transport, LongSupplier nowMs, Sleep sleep) {
        this.base = Transport.checked(url, false).toString().replaceAll("/+$", "");
        this.apiKey = apiKey;
        this.transport = transport;
        this.nowMs = nowMs;
        this.sleep = sleep;
    }

    /** Of the service at the address, https or on this machine, by a key with call-logs:read. */
    public CallLogs(String url, String apiKey) {
        this(
                url,
                apiKey,
                Transport.overHttp(),
                () -> System.nanoTime() / 1_000_000,
                seconds -> Thread.sleep(seconds * 1_000));
    }

    /** Asks at most 100 times within 600 seconds. */
    public Result readCallLog(String callId) throws InterruptedException {
        return readCallLog(callId, ATTEMPTS, TIME);
    }

    public Result readCallLog(String callId, int attempts, Duration time)
            throws InterruptedException {
        if (attempts < 1 || time.isNegative()) {
            throw new IllegalArgumentException("attempts must be 1 or more, time 0 or more");
        }
        String encoded = URLEncoder.encode(callId, StandardCharsets.UTF_8).replace("+", "%20");
        URI address = URI.create(base + "/v1/call-logs/" + encoded);
        long untilMs = nowMs.getAsLong() + time.toMillis();
        for (int tried = 1; ; tried++) {
            Answer answer = ask(address, tried);
            if (answer.waitSeconds == 0) return answer.result;
            if (tried >= attempts) return gaveUp("Asked " + tried + " times. ", answer);
            if (nowMs.getAsLong() + answer.waitSeconds * 1_000 > untilMs) {
                return gaveUp("Waited " + time.toSeconds() + " s at most. ", answer);
            }
            sleep.seconds(answer.waitSeconds);
        }
    }

    private static Result gaveUp(String why, Answer answer) {
        return new Result(null, NoLog.GAVE_UP, why + answer.result.detail);
    }

    /** @param waitSeconds 0: the result is final */
    private record Answer(Result result, long waitSeconds) {}

    private Answer ask(URI address, int tried) throws InterruptedException {
        long wait = Math.min(WAIT_S_MAX, 1L << Math.min(tried - 1, 10));
        Transport.Answer answer;
        try {
            var headers =
                    Map.of("accept", "application/json", "authorization", "Bearer " + apiKey);
            answer = transport.get(address, headers, LOG_BYTES_MAX, REQUEST_TIME_MAX);
        } catch (IOException failed) {
            String detail = "The service does not answer: " + failed.getMessage() + ".";
            return new Answer(new Result(null, NoLog.GAVE_UP, detail), wait);
        }
        Map<String, Object> found = objectOf(answer.body());
        int status = answer.status();
        if (status == 200) {
            if (found != null) return new Answer(new Result(found, null, ""), 0);
            return finished(NoLog.REFUSED, "The answer is no call log.");
        }
        boolean isSaid = found != null && found.get("detail") instanceof String;
        String detail = isSaid ? (String) found.get("detail") : "The service says " + status + ".";
        String retryAfter = answer.retryAfter();
        if (status == 404 && retryAfter == null) return finished(NoLog.NEVER, detail);
        boolean passes = status == 404 || status == 408 || status == 425 || status == 429;
        if (!passes && status < 500) return finished(NoLog.REFUSED, detail);
        if (retryAfter != null && SECONDS.matcher(retryAfter).matches()) {
            wait = Math.max(WAIT_S_MIN, Long.parseLong(retryAfter));
        }
        return new Answer(new Result(null, NoLog.GAVE_UP, detail), wait);
    }

    private static Answer finished(NoLog reason, String detail) {
        return new Answer(new Result(null, reason, detail), 0);
    }

    private static Map<String, Object> objectOf(byte[] body) {
        if (body == null) return null;
        try {
            return Json.object(Json.read(new String(body, StandardCharsets.UTF_8)));
        } catch (Json.Malformed malformed) {
            return null;
        }
    }
}
