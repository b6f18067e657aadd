package io.github.ringpost.receiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every vector of the contract. Prints {@code ran N vectors}, ends with 0 if each is right. */
final class Vectors {
    private Vectors() {}

    public static void main(String[] arguments) throws Exception {
        int ran = 0;
        int failed = 0;
        try (var paths = Files.list(Path.of(arguments[0]))) {
            for (Path path : paths.filter(each -> each.toString().endsWith(".json")).toList()) {
                Map<String, Object> file = Json.object(Json.read(Files.readString(path)));
                for (Map<String, Object> each : objects(file.get("cases"))) {
                    ran++;
                    Object said = judged(file, each);
                    Object expected = expected(file, each);
                    if (said.equals(expected)) continue;
                    failed++;
                    System.out.println("FAILED " + path.getFileName() + ": " + each.get("name"));
                    System.out.println("  said " + said + "\n  expected " + expected);
                }
            }
        }
        System.out.println("ran " + ran + " vectors, " + failed + " failed");
        System.exit(failed == 0 && ran > 0 ? 0 : 1);
    }

    private static Object expected(Map<String, Object> file, Map<String, Object> each) {
        switch ((String) file.get("kind")) {
            case "order":
                return objects(each.get("steps")).stream().map(step -> step.get("expected")).toList();
            case "key-set":
                if (each.get("isMistake") != null) return "mistake";
                return objects(each.get("steps")).stream()
                        .map(step -> List.of(step.get("expected"), step.get("fetches")))
                        .toList();
            case "call-log":
                List<?> waits = (List<?>) each.get("waits");
                String address = "https://calls.example.com" + each.get("path");
                return List.of(each.get("expected"), waits, address, waits.size() + 1L);
            default:
                return each.get("expected");
        }
    }

    private static Object judged(Map<String, Object> file, Map<String, Object> each)
            throws Exception {
        switch ((String) file.get("kind")) {
            case "verify":
                return judgedRequest(file, each);
            case "order":
                return judgedOrder(each);
            case "key-set":
                return judgedKeys(each);
            default:
                return judgedLog(each);
        }
    }

    private static Object judgedRequest(Map<String, Object> file, Map<String, Object> each) {
        Map<String, Object> options = Json.object(each.get("options"));
        Verifier.Builder builder = Verifier.builder().nowMs(() -> (long) each.get("nowMs"));
        if (options.containsKey("keys")) {
            Map<String, Object> named = Json.object(file.get("keys"));
            builder.keys(
                    Keys.of(
                            texts(options.get("keys")).stream()
                                    .map(name -> Json.object(named.get(name)))
                                    .toList()));
        }
        texts(options.get("signingSecret")).forEach(builder::signingSecret);
        texts(options.get("bearerToken")).forEach(builder::bearerToken);
        if (options.get("signatureFormat") instanceof String format) {
            String name = format.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
            builder.format(Verifier.Format.valueOf(name));
        }
        if (options.get("endpointId") instanceof String id) builder.endpointId(id);
        if (options.get("contentKey") instanceof String key) builder.contentKey(key);
        if (options.get("toleranceS") instanceof Long s) builder.toleranceSeconds(s.intValue());
        if (options.containsKey("acceptUnsignedIdentity")) builder.acceptUnsignedIdentity();
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (Object pair : (List<?>) each.get("headers")) {
            List<String> texts = texts(pair);
            headers.computeIfAbsent(texts.get(0), unused -> new ArrayList<>()).add(texts.get(1));
        }
        byte[] once = Base64.getDecoder().decode((String) each.get("body"));
        int times = each.get("bodyTimes") instanceof Long count ? count.intValue() : 1;
        byte[] body = new byte[once.length * times];
        for (int at = 0; at < body.length; at++) body[at] = once[at % once.length];
        try {
            return map("kind", "valid", "event", shown(builder.build().verify(headers, body)));
        } catch (InvalidWebhookException invalid) {
            long status = invalid.answerStatus();
            String reason = invalid.reason().toString();
            return map("kind", "invalid", "reason", reason, "answerStatus", status);
        } catch (IllegalArgumentException mistake) {
            return map("kind", "mistake");
        }
    }

    private static Object shown(Event event) {
        Event.Payload from = event.payload();
        Map<String, Object> payload =
                map("kind", shown(from.kind()), "message", from.message(), "data", from.data());
        if (from.errors() != null) {
            payload.put(
                    "errors",
                    from.errors().stream()
                            .map(
                                    error ->
                                            map(
                                                    "code", error.code(),
                                                    "message", error.message(),
                                                    "timestamp", error.timestamp()))
                            .toList());
        }
        return map(
                "webhookId", event.webhookId(),
                "endpointId", event.endpointId(),
                "event", event.event(),
                "attempt", (long) event.attempt(),
                "sequence", event.sequence() == null ? null : event.sequence().longValue(),
                "reopened", event.reopened(),
                "runId", event.runId(),
                "identity", shown(event.identity()),
                "hasErrors", event.hasErrors(),
                "payload", payload);
    }

    private static String shown(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static Object judgedOrder(Map<String, Object> each) throws Exception {
        int capacity = each.get("capacity") instanceof Long count ? count.intValue() : 100_000;
        long[] missed = {0};
        var guard =
                new OrderGuard(
                        OrderStore.inMemory(capacity), (event, count) -> missed[0] = count);
        List<Object> said = new ArrayList<>();
        for (Map<String, Object> step : objects(each.get("steps"))) {
            missed[0] = 0;
            var data = map("callId", step.get("callId"));
            var payload = new Event.Payload(Event.Kind.OTHER, "", data, null);
            Integer sequence = step.get("sequence") instanceof Long at ? at.intValue() : null;
            var event =
                    new Event(
                            (String) step.get("webhookId"),
                            (String) step.get("endpointId"),
                            "E",
                            1,
                            sequence,
                            (boolean) step.get("reopened"),
                            null,
                            Event.Identity.SIGNED,
                            payload);
            try {
                var outcome =
                        guard.run(
                                event,
                                given -> {
                                    if ((boolean) step.get("fails")) throw new Failure();
                                });
                said.add(map("outcome", shown(outcome), "missed", missed[0]));
            } catch (Failure failure) {
                said.add(map("outcome", "failed", "missed", 0L));
            }
        }
        return said;
    }

    private static Object judgedKeys(Map<String, Object> each) {
        long[] now = {0};
        long[] fetches = {0};
        Map<?, ?>[] answer = {null};
        Transport transport =
                (address, headers, bytesMax, time) -> {
                    fetches[0]++;
                    if (!address.toString().equals(each.get("url"))) throw new AssertionError();
                    return answered(answer[0], bytesMax);
                };
        KeySet keys;
        try {
            boolean allowHttp = each.get("allowHttp") != null;
            keys = new KeySet((String) each.get("url"), allowHttp, transport, () -> now[0]);
        } catch (IllegalArgumentException mistake) {
            return "mistake";
        }
        List<Object> said = new ArrayList<>();
        for (Map<String, Object> step : objects(each.get("steps"))) {
            now[0] = (long) step.get("atMs");
            answer[0] = (Map<?, ?>) step.get("answer");
            String kind = "key";
            try {
                keys.lookup((String) step.get("kid"));
            } catch (InvalidWebhookException missing) {
                kind = missing.reason() == Reason.UNKNOWN_KEY ? "unknown" : "unavailable";
            }
            said.add(List.of(kind, fetches[0]));
        }
        return said;
    }

    private static Object judgedLog(Map<String, Object> each) throws Exception {
        List<Map<String, Object>> answers = objects(each.get("answers"));
        long[] nowMs = {0};
        List<String> asked = new ArrayList<>();
        List<Long> waits = new ArrayList<>();
        Transport transport =
                (address, headers, bytesMax, time) -> {
                    if (!"Bearer rp_key".equals(headers.get("authorization"))) {
                        throw new AssertionError();
                    }
                    asked.add(address.toString());
                    int at = Math.min(asked.size(), answers.size()) - 1;
                    return answered(answers.get(at), bytesMax);
                };
        var logs =
                new CallLogs(
                        "https://calls.example.com/",
                        "rp_key",
                        transport,
                        () -> nowMs[0],
                        seconds -> {
                            waits.add(seconds);
                            nowMs[0] += seconds * 1_000;
                        });
        int attempts = each.get("attempts") instanceof Long count ? count.intValue() : 100;
        long seconds = each.get("seconds") instanceof Long count ? count : 600;
        var found =
                logs.readCallLog((String) each.get("callId"), attempts, Duration.ofSeconds(seconds));
        Object result =
                found.log() == null
                        ? map("kind", "none", "reason", found.reason().toString())
                        : map("kind", "log", "log", found.log());
        return List.of(result, waits, asked.get(0), (long) asked.size());
    }

    private static Transport.Answer answered(Map<?, ?> answer, int bytesMax) throws IOException {
        if (answer == null || (long) answer.get("status") == 0) {
            throw new IOException("nothing answers");
        }
        String text = answer.get("body") instanceof String given ? given : "";
        byte[] given = text.getBytes(StandardCharsets.UTF_8);
        int padTo = answer.get("padTo") instanceof Long bytes ? bytes.intValue() : 0;
        byte[] body = Arrays.copyOf(given, Math.max(given.length, padTo));
        Arrays.fill(body, given.length, body.length, (byte) ' ');
        int status = ((Long) answer.get("status")).intValue();
        String retryAfter = (String) answer.get("retryAfter");
        return new Transport.Answer(status, body.length > bytesMax ? null : body, retryAfter);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(Object list) {
        return list == null ? List.of() : (List<String>) list;
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2) made.put((String) pairs[at], pairs[at + 1]);
        return made;
    }
}
