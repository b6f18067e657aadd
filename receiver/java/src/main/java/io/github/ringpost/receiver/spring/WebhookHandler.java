package io.github.ringpost.receiver.spring;

import io.github.ringpost.receiver.Receiver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;

/**
 * For a controller of Spring: {@code @PostMapping("/hooks") ResponseEntity<Void>
 * hooks(HttpEntity<byte[]> request) { return handler.answer(request); }}. Bound the size of bodies
 * in the server's settings.
 */
public final class WebhookHandler {
    private static final byte[] NOTHING = {};

    private final Receiver receiver;

    public WebhookHandler(Receiver receiver) {
        this.receiver = receiver;
    }

    public ResponseEntity<Void> answer(HttpEntity<byte[]> request) {
        byte[] rawBody = request.getBody() == null ? NOTHING : request.getBody();
        // Spring 6 has headers as a map, Spring 7 does not; both have this method.
        Map<String, List<String>> headers = new HashMap<>();
        request.getHeaders().forEach(headers::put);
        int status = receiver.answer("POST", headers, rawBody);
        return ResponseEntity.status(HttpStatusCode.valueOf(status)).build();
    }
}
