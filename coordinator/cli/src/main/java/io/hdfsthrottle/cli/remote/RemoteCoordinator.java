package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.Addresses;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * HTTP client of a coordinator: goes on to the leader that a follower names, if that address was given, and waits for
 * an election to end. The leader's address is read from ZooKeeper, where a stranger may have written: a token is never
 * sent to an address that was not given.
 */
public final class RemoteCoordinator {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ELECTION = Duration.ofSeconds(20);
    private static final Duration ASK_AGAIN = Duration.ofMillis(250);
    private static final Pattern EMPTY_NAME = Pattern.compile("^[^?]*/(/|\\?|$)");
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int CHANGED_MEANWHILE = 412;
    private static final int REFUSED = 422;
    private static final int REDIRECT = 307;
    private static final int UNAVAILABLE = 503;
    private static final String NOT_LEADER = "urn:hdfs-throttle:problem:not-leader";
    private static final int MOST_REDIRECTIONS = 3;

    private final List<URI> addresses;
    private final Credential credential;
    private final HttpClient client;

    /**
     * An answer.
     *
     * @param status its HTTP status
     * @param body its text
     * @param entityTag what {@code If-Match} takes, or empty
     */
    public record Answer(int status, String body, String entityTag) {
        /** Whether it is of a coordinator that does not lead; where it redirects to is not followed unseen. */
        private boolean isFollowers() {
            return status == REDIRECT || (status == UNAVAILABLE && body.contains(NOT_LEADER));
        }

        /** Whether the coordinator knows nothing of that name. */
        public boolean isNotFound() {
            return status == NOT_FOUND;
        }

        /** Whether somebody changed meanwhile what was to be changed. */
        public boolean isChangedMeanwhile() {
            return status == CHANGED_MEANWHILE;
        }

        /** Whether what was given is refused. */
        public boolean isRefused() {
            return status == REFUSED;
        }

        /** The body as JSON; a {@link Failure} if it is none. */
        public JsonObject json() {
            try {
                return JsonObject.parse(body);
            } catch (MalformedJsonException malformed) {
                throw new Failure(
                        "the coordinator answered what is no JSON; see whether --coordinator names one", malformed);
            }
        }

        /** What is read from it; a {@link Failure} if it is not understood. */
        public <T> T read(JsonObject.Reading<T> reading) {
            try {
                return reading.of(json());
            } catch (MalformedJsonException strange) {
                throw new Failure("the coordinator's answer is not understood: " + strange.getMessage(), strange);
            }
        }
    }

    /** @param leftOut is told of each address that is none, if others are good */
    RemoteCoordinator(String addresses, Credential credential, Optional<SSLContext> tls, Consumer<String> leftOut) {
        try {
            this.addresses = Addresses.all(addresses, none -> leftOut.accept("--coordinator: " + none));
        } catch (IllegalArgumentException malformed) {
            throw Failure.wronglyAsked("--coordinator: " + malformed.getMessage(), malformed);
        }
        if (this.addresses.isEmpty()) {
            throw new Failure("--coordinator: no address; a good value is http://127.0.0.1:9880");
        }
        this.credential = credential;
        HttpClient.Builder builder = HttpLink.client(TIMEOUT);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** Asks, and fails unless the status of the answer is 2xx. */
    public Answer request(String method, String path, Map<String, ?> body, Map<String, String> headers)
            throws InterruptedException {
        return accepted(tryToAsk(method, path, body, headers));
    }

    /** That answer, if its status is 2xx. */
    public static Answer accepted(Answer answer) {
        if (answer.status() / 100 != 2) {
            throw new Failure(detail(answer));
        }
        return answer;
    }

    /** Gets a list, all pages of it as one answer. */
    public Answer list(String path) throws InterruptedException {
        Answer first = request("GET", path + "?limit=1000", null, Map.of());
        Optional<String> next = next(first);
        if (next.isEmpty()) {
            return first;
        }
        Map<String, Object> all = first.json().members();
        while (next.isPresent()) {
            Answer more =
                    request("GET", path + "?limit=1000&cursor=" + Subcommands.encoded(next.get()), null, Map.of());
            more.json().members().forEach((name, items) -> all.put(name, together(all.get(name), items)));
            next = next(more);
        }
        return new Answer(first.status(), JsonObject.write(all), "");
    }

    private static Optional<String> next(Answer page) {
        return page.read(json -> json.optionalText("next"));
    }

    private static Object together(Object before, Object more) {
        if (!(before instanceof List<?> first) || !(more instanceof List<?> then)) {
            return more;
        }
        List<Object> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }

    /** Gets a resource that may not exist; fails if no coordinator can tell, so that no unseen state is changed. */
    public Optional<Answer> find(String path) throws InterruptedException {
        Answer answer = tryToAsk("GET", path, null, Map.of());
        return answer.isNotFound() ? Optional.empty() : Optional.of(accepted(answer));
    }

    /** Asks the leader; the answer may be a refusal. */
    public Answer tryToAsk(String method, String path, Map<String, ?> body, Map<String, String> headers)
            throws InterruptedException {
        if (EMPTY_NAME.matcher(path).find()) { // it would be another resource
            throw Failure.wronglyAsked(
                    "a name that was given is empty; for example tenants set gold --priority 8", null);
        }
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + ELECTION.toNanos();
        while (true) {
            Answer answer = askLeader(method, path, body, headers);
            if (!answer.isFollowers() || ticker.nanos() - deadline > 0) {
                return answer;
            }
            leader(answer).filter(leader -> !addresses.contains(leader)).ifPresent(stranger -> {
                throw new Failure(stranger + " leads and is not among the addresses given; add it to --coordinator");
            });
            Thread.sleep(ASK_AGAIN.toMillis());
        }
    }

    private Answer askLeader(String method, String path, Map<String, ?> body, Map<String, String> headers)
            throws InterruptedException {
        Deque<URI> next = new ArrayDeque<>(addresses);
        Answer last = null;
        IOException trouble = null;
        for (int asked = 0; asked < addresses.size() + MOST_REDIRECTIONS && !next.isEmpty(); asked++) {
            URI coordinator = next.removeFirst();
            try {
                last = send(coordinator, method, path, body, headers);
                if (!last.isFollowers()) {
                    return last;
                }
                leader(last)
                        .filter(leader -> !leader.equals(coordinator) && addresses.contains(leader))
                        .ifPresent(next::addFirst);
            } catch (IOException notReached) {
                trouble = notReached;
            }
        }
        if (last == null) {
            throw new Failure(
                    "no coordinator answers at " + addresses + reason(trouble)
                            + "; start one, or say where with --coordinator",
                    trouble);
        }
        return last;
    }

    /** What the operator can fix; a refused connection needs no explanation. */
    private static String reason(IOException trouble) {
        return trouble instanceof SSLException
                ? " (" + trouble.getMessage() + "; see --tls-trust)"
                : trouble.getClass() == IOException.class ? " (" + trouble.getMessage() + ")" : "";
    }

    private Answer send(URI coordinator, String method, String path, Map<String, ?> body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(coordinator + path)).timeout(TIMEOUT);
        headers.forEach(request::header);
        String sent = body == null ? "" : JsonObject.write(body);
        prove(request, coordinator, method, path, sent);
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(sent));
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        HttpLink.requireCoordinators(response);
        return new Answer(
                response.statusCode(),
                response.body(),
                response.headers().firstValue("ETag").orElse(""));
    }

    /** A proof of identity that cannot be made is an error, and no reason to ask another coordinator. */
    private void prove(HttpRequest.Builder request, URI coordinator, String method, String path, String body)
            throws InterruptedException {
        try {
            credential.prove(request, coordinator, method, path, body);
        } catch (IOException unproved) {
            throw new Failure(unproved.getMessage(), unproved);
        }
    }

    private static Optional<URI> leader(Answer follower) {
        try {
            return follower.json().optionalText("leader").map(Addresses::one);
        } catch (MalformedJsonException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private static String detail(Answer refusal) {
        if (refusal.status() == UNAUTHORIZED) {
            return "the coordinator wants a token whose role permits this, view to look or admin to change;"
                    + " name the file with --token-file or HDFS_THROTTLE_TOKEN_FILE, or show a ticket with --kerberos";
        }
        try {
            String detail = JsonObject.parse(refusal.body())
                    .optionalText("detail")
                    .orElse("refused with status " + refusal.status());
            return refusal.isChangedMeanwhile()
                    ? "somebody else was faster, and nothing was changed: " + detail
                            + "; look again before you repeat it"
                    : detail;
        } catch (MalformedJsonException noProblem) {
            return "refused with status " + refusal.status();
        }
    }
}
