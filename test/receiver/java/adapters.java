import io.github.ringpost.receiver.CallLogs;
import io.github.ringpost.receiver.Event;
import io.github.ringpost.receiver.KeySet;
import io.github.ringpost.receiver.Receiver;
import io.github.ringpost.receiver.Verifier;
import io.github.ringpost.receiver.servlet.WebhookServlet;
import io.github.ringpost.receiver.spring.WebhookHandler;
import jakarta.servlet.Servlet;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/**
 * The adapters in a real Tomcat: the argument "servlet" or "spring" says which one answers at
 * /hooks. Prints what the example server prints.
 */
final class Adapters {
    private Adapters() {}

    public static void main(String[] arguments) throws Exception {
        var keys = KeySet.of(System.getenv("RINGPOST_JWKS_URL"));
        var own = System.getenv("RINGPOST_ENDPOINT_ID");
        var verifier = Verifier.builder().keys(keys).endpointId(own).build();
        var receiver = new Receiver(verifier, Adapters::handle);
        boolean isSpring = arguments[0].equals("spring");
        Servlet servlet = isSpring ? spring(receiver) : new WebhookServlet(receiver);

        var tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("ringpost-tomcat").toString());
        tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        var context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hooks", servlet);
        context.addServletMappingDecoded(isSpring ? "/" : "/hooks", "hooks");
        tomcat.start();
        System.out.println("listening on " + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }

    private static Servlet spring(Receiver receiver) {
        var context = new GenericWebApplicationContext();
        new AnnotatedBeanDefinitionReader(context).register(Web.class);
        context.registerBean(Hooks.class, () -> new Hooks(new WebhookHandler(receiver)));
        return new DispatcherServlet(context);
    }

    @Configuration
    @EnableWebMvc
    static class Web {}

    @RestController
    static class Hooks {
        private final WebhookHandler handler;

        Hooks(WebhookHandler handler) {
            this.handler = handler;
        }

        @PostMapping("/hooks")
        ResponseEntity<Void> hooks(HttpEntity<byte[]> request) {
            return handler.answer(request);
        }
    }

    private static void handle(Event event) throws InterruptedException {
        String failed = event.hasErrors() ? " failed" : "";
        System.out.println(
                event.event() + " " + event.callId() + " " + event.sequence() + failed);
        if (!event.event().equals("CALL_LOG_CREATED")) return;
        var logs = new CallLogs(System.getenv("RINGPOST_URL"), System.getenv("RINGPOST_API_KEY"));
        var found = logs.readCallLog(event.callId(), 100, Duration.ofSeconds(5));
        boolean isThere = found.log() != null && found.log().get("turns") instanceof List<?>;
        Object said = isThere ? ((List<?>) found.log().get("turns")).size() : found.reason();
        System.out.println("log " + event.callId() + " " + said);
    }
}
