package io.github.ringpost.receiver.servlet;

import io.github.ringpost.receiver.Receiver;
import io.github.ringpost.receiver.Verifier;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A servlet around a receiver: map it to the path of your endpoint. */
public final class WebhookServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Receiver receiver;

    public WebhookServlet(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        byte[] rawBody = request.getInputStream().readNBytes(Verifier.BODY_BYTES_MAX + 1);
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        response.setStatus(receiver.answer(request.getMethod(), headers, rawBody));
    }
}
