package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.admission.LimitExceeded;
import io.hdfsthrottle.coordinator.application.InsufficientCapacity;
import io.hdfsthrottle.coordinator.node.NameTaken;
import io.hdfsthrottle.coordinator.offer.AdmissionText;
import io.hdfsthrottle.coordinator.offer.Decision;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** An HTTP error as a problem document (RFC 9457). Thrown by handlers, written in one place. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String DETAIL = "hdfs-throttle.problem";
    private static final String TYPE = "urn:hdfs-throttle:problem:";

    /** The most names that a message lists. */
    private static final int MOST_NAMES = 20;

    private final transient HttpStatus status;
    private final transient Map<String, Object> members = new LinkedHashMap<>();
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    private Problem(String type, HttpStatus status, String title, String detail) {
        super(detail, null, false, false);
        this.status = status;
        members.put("type", TYPE + type);
        members.put("title", title);
        members.put("status", status.getCode());
        members.put("detail", detail);
    }

    static Problem invalid(InvalidInput input) {
        Problem problem = new Problem(
                "invalid-input", HttpStatus.UNPROCESSABLE_CONTENT, "A value was refused", input.getMessage());
        problem.members.put("field", input.field());
        problem.members.put("value", input.value());
        problem.members.put("permitted", input.permitted());
        return problem;
    }

    static Problem notLeading(Optional<URI> leader) {
        Problem problem = new Problem(
                "not-leader",
                leader.isPresent() ? HttpStatus.TEMPORARY_REDIRECT : HttpStatus.SERVICE_UNAVAILABLE,
                "This coordinator does not lead",
                leader.map(url -> "Ask " + url).orElse("There is no leader at the moment; ask again soon"));
        problem.members.put("leader", leader.map(URI::toString).orElse(null));
        if (leader.isEmpty()) {
            problem.headers.put("Retry-After", "1");
        }
        return problem;
    }

    static Problem noCursor() {
        return new Problem(
                "cursor",
                HttpStatus.BAD_REQUEST,
                "The cursor cannot be read",
                "A cursor is what an answer has under next; begin without one");
    }

    static Problem malformed(String detail) {
        return new Problem("malformed", HttpStatus.BAD_REQUEST, "The body cannot be read", detail);
    }

    static Problem wrongContentType() {
        return new Problem(
                "content-type",
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "The body is not declared as JSON",
                "Send it with Content-Type: application/json");
    }

    static Problem tooLarge(int mostBytes) {
        return new Problem(
                "too-large",
                HttpStatus.CONTENT_TOO_LARGE,
                "The body is too large",
                "A body here has at most " + mostBytes + " bytes");
    }

    static Problem tooSlow(Duration patience) {
        Problem problem = new Problem(
                "too-slow",
                HttpStatus.REQUEST_TIMEOUT,
                "The body took too long",
                "A body arrives within " + patience.toSeconds() + " s");
        problem.headers.put("Connection", "close");
        return problem;
    }

    static Problem encoded() {
        return new Problem(
                "content-encoding",
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "The body is compressed",
                "Send it without Content-Encoding");
    }

    /** A caller exceeded a limit; the connection ends, so that it does not retry at once. */
    static Problem tooMuch(LimitExceeded tooMuch) {
        Problem problem = new Problem(
                "too-many-requests", HttpStatus.TOO_MANY_REQUESTS, "This caller takes too much", tooMuch.getMessage());
        problem.members.put("refused", tooMuch.refusal().label());
        problem.headers.put("Retry-After", Long.toString(tooMuch.retrySeconds()));
        problem.headers.put("Connection", "close");
        return problem;
    }

    /** The object does not exist. */
    public static Problem notFound(String what) {
        return new Problem("not-found", HttpStatus.NOT_FOUND, "There is no such thing", what);
    }

    static Problem nameTaken(NameTaken taken) {
        Problem problem =
                new Problem("name-taken", HttpStatus.CONFLICT, "Another DataNode has this name", taken.getMessage());
        problem.members.put("node", taken.node());
        problem.members.put("holder", taken.holder());
        problem.members.put("refused", taken.refused());
        return problem;
    }

    /** The object of that kind and name does not exist; these do. */
    public static Problem notFound(String kind, Object name, List<String> present) {
        String these = String.join(", ", present.subList(0, Math.min(present.size(), MOST_NAMES)));
        return notFound("There is no " + kind + " " + name
                + (present.isEmpty() ? "" : "; there are " + these + (present.size() > MOST_NAMES ? ", ..." : "")));
    }

    static Problem inUse(String why) {
        return new Problem("in-use", HttpStatus.CONFLICT, "Something depends on it", why);
    }

    /** A reservation does not fit, and the caller does not wait; states what would fit. */
    static Problem noRoom(InsufficientCapacity refused) {
        Decision.NotNow notNow = refused.decision();
        Problem problem =
                new Problem("no-room", HttpStatus.CONFLICT, "There is no room for it now", refused.getMessage());
        problem.members.put("freeBytesPerSecond", notNow.room().free().bytesPerSecond());
        problem.members.put("bound", notNow.room().bound().label());
        problem.members.put("ahead", notNow.ahead());
        problem.members.put(
                "enoughInSeconds", notNow.earliest().map(AdmissionText::seconds).orElse(null));
        return problem;
    }

    /** The present state does not permit it, with further members of the answer. */
    public static Problem conflict(String type, String title, String why, Map<String, ?> more) {
        Problem problem = new Problem(type, HttpStatus.CONFLICT, title, why);
        problem.members.putAll(more);
        return problem;
    }

    static Problem changedMeanwhile(String what) {
        return new Problem("precondition-failed", HttpStatus.PRECONDITION_FAILED, "It was changed meanwhile", what);
    }

    static Problem unauthenticated(String why) {
        return new Problem("unauthenticated", HttpStatus.UNAUTHORIZED, "A credential is needed", why);
    }

    /** The credential lacks a role. */
    public static Problem forbidden(String why) {
        return new Problem("forbidden", HttpStatus.FORBIDDEN, "This credential is not enough", why);
    }

    static Problem unknownHost() {
        return new Problem(
                "unknown-host",
                HttpStatus.FORBIDDEN,
                "This is not the host that was asked for",
                "A coordinator on the loopback address answers only to localhost, 127.0.0.1 and [::1]");
    }

    public static Problem unavailable(String why) {
        return new Problem("unavailable", HttpStatus.SERVICE_UNAVAILABLE, "Not possible at the moment", why);
    }

    static Problem full(String why) {
        return new Problem("full", HttpStatus.INSUFFICIENT_STORAGE, "There is no room for more", why);
    }

    static Problem other(HttpStatus status, String detail) {
        return new Problem("http-" + status.getCode(), status, status.getMessage(), detail);
    }

    /** Answers requests refused before routing, such as an ambiguous path, with a problem document and nothing more. */
    static final class BeforeRouting extends ErrorHandler {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (response.getStatus() == HttpStatus.HTTP_VERSION_NOT_SUPPORTED.getCode()) {
                // The client's error: a 5xx status would count as the server's.
                response.setStatus(HttpStatus.BAD_REQUEST.getCode());
            }
            HttpStatus status = HttpStatus.forStatus(response.getStatus());
            byte[] body = Json.write(Map.of(
                            "type",
                            "about:blank",
                            "title",
                            status.getMessage(),
                            "status",
                            status.getCode(),
                            "detail",
                            "The request cannot be understood as HTTP for this server"))
                    .getBytes(StandardCharsets.UTF_8);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }

    /** The detail of the problem that answered this request, or null. */
    static String of(Context context) {
        return context.attribute(DETAIL);
    }

    void writeTo(Context context) {
        context.attribute(DETAIL, getMessage());
        context.status(status).result(Json.write(members)).contentType("application/problem+json");
        headers.forEach(context::header);
        if (status == HttpStatus.TEMPORARY_REDIRECT) {
            String query = context.queryString();
            context.header(
                    "Location",
                    members.get("leader") + context.req().getRequestURI() + (query == null ? "" : "?" + query));
        }
        if (status == HttpStatus.UNAUTHORIZED) {
            context.header("WWW-Authenticate", Gate.challenge(context));
        }
    }
}
