package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The line to the coordinators over HTTP: tries the one that led last, then the one that a follower says leads, then the other addresses; every call
 * bounded. Only addresses that were configured are asked: who leads is read from ZooKeeper, where a stranger may have written.
 *
 * <p>Uses the JDK's own client, so that nothing is added to a host's class path. Its threads are daemons and named.
 * Thread-safe. Answers are bounded to {@value #LARGEST_ANSWER} bytes.
 */
public final class HttpLink implements CoordinatorLink {

    private static final int LARGEST_ANSWER = 8 << 20;
    private static final int MISDIRECTED = 421;
    private static final int NOT_FOUND = 404;
    private static final int NO_CONTENT = 204;
    private static final int LONGEST_DETAIL = 300;
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final List<URI> coordinators;
    private final Duration timeout;
    private final Credential credential;
    private final ExecutorService executor;
    private final TlsFiles tls;
    private final Map<CompletableFuture<?>, URI> underWay = new ConcurrentHashMap<>();
    private volatile HttpClient client;
    private volatile URI preferred;
    private volatile boolean closed;

    /**
     * A line to these coordinators; opens nothing yet.
     *
     * @param coordinators base addresses, at least one, for example {@code http://coordinator:9880}
     * @param timeout how long one call to one coordinator may take, beyond what it may wait by agreement
     * @param credential what each call proves; only these coordinators ever see it
     */
    public HttpLink(List<URI> coordinators, Duration timeout, Credential credential) {
        this(coordinators, timeout, credential, TlsFiles.NONE);
    }

    /**
     * A line to these coordinators; opens nothing yet.
     *
     * @param coordinators base addresses, at least one, for example {@code https://coordinator:9880}
     * @param timeout how long one call to one coordinator may take, beyond what it may wait by agreement
     * @param credential what each call proves; only these coordinators ever see it
     * @param tls whose certificates are trusted; while the files cannot be used, calls fail as if nobody had answered
     */
    public HttpLink(List<URI> coordinators, Duration timeout, Credential credential, TlsFiles tls) {
        if (coordinators.isEmpty()) {
            throw new IllegalArgumentException("no coordinator's address was given");
        }
        this.coordinators = List.copyOf(coordinators);
        this.timeout = Objects.requireNonNull(timeout, "timeout");
        this.credential = credential;
        this.tls = tls;
        this.preferred = coordinators.get(0);
        this.executor = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "hdfs-throttle-link-" + THREADS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private HttpClient client() throws IOException {
        HttpClient made = client;
        return made == null ? makeClient() : made;
    }

    private synchronized HttpClient makeClient() throws IOException {
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(timeout)
                    .executor(executor);
            if (tls.areGiven()) {
                builder.sslContext(tls.context());
            }
            client = builder.build();
        }
        return client;
    }

    /**
     * Reads addresses as they are written in a setting: separated by commas, {@code http} or {@code https}.
     *
     * @throws IllegalArgumentException if one is no such address; the message shows it and a good one
     */
    public static List<URI> parseAddresses(String written) {
        List<URI> addresses = new ArrayList<>();
        for (String each : written.split(",", -1)) {
            String address = each.trim();
            if (address.isEmpty()) {
                continue;
            }
            addresses.add(parseAddress(address));
        }
        return addresses;
    }

    private static URI parseAddress(String address) {
        try {
            URI uri = URI.create(address.endsWith("/") ? address.substring(0, address.length() - 1) : address);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean bare = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
            if (web && bare && uri.getHost() != null && uri.getRawPath().isEmpty()) {
                return uri;
            }
        } catch (IllegalArgumentException malformed) {
            // falls through to the one message for everything that is no address
        }
        throw new IllegalArgumentException(
                "'" + address + "' is no coordinator's address, for example http://coordinator.example:9880");
    }

    @Override
    public Optional<GrantUpdate> awaitGrant(String node, GrantPosition known, Duration patience)
            throws LinkException, InterruptedException {
        String path = "/v1/nodes/" + encoded(node) + "/grant?wire=" + GrantUpdateJson.WIRE
                + "&epoch=" + known.policy().epoch() + "&sequence="
                + known.policy().sequence()
                + "&termsEpoch=" + known.terms().epoch() + "&termsSequence="
                + known.terms().sequence()
                + "&applications=" + known.applications() + "&waitSeconds=" + patience.toSeconds();
        HttpResponse<String> answer = call("GET", path, null, timeout.plus(patience));
        return answer.statusCode() == NO_CONTENT
                ? Optional.empty()
                : Optional.of(understood(answer, GrantUpdateJson::read));
    }

    @Override
    public GrantUpdate applications(String node, List<String> applications) throws LinkException, InterruptedException {
        return understood(
                call(
                        "POST",
                        "/v1/nodes/" + encoded(node) + "/applications",
                        GrantUpdateJson.question(applications),
                        timeout),
                GrantUpdateJson::read);
    }

    @Override
    public void report(UsageReport report) throws LinkException, InterruptedException {
        accepted(call(
                "POST", "/v1/nodes/" + encoded(report.node()) + "/usage", WireFormat.usageToJson(report), timeout));
    }

    @Override
    public Lease register(Registration registration) throws LinkException, InterruptedException {
        String body = WireFormat.registrationToJson(registration);
        return understood(call("POST", "/v1/applications", body, timeout), WireFormat::leaseFromJson);
    }

    @Override
    public Optional<Lease> renew(Lease lease) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "PUT",
                "/v1/applications/" + encoded(lease.tag().application()) + "/lease",
                WireFormat.secretToJson(lease),
                timeout);
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(understood(answer, WireFormat::leaseFromJson));
    }

    @Override
    public Optional<EntitlementLeft> entitlementLeft(Lease lease) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "POST",
                "/v1/applications/" + encoded(lease.tag().application()) + "/replicas",
                WireFormat.secretToJson(lease),
                timeout);
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(understood(answer, WireFormat::entitlementLeftFromJson));
    }

    @Override
    public Optional<Waiting> waiting(Lease lease) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "POST",
                "/v1/applications/" + encoded(lease.tag().application()) + "/explain",
                WireFormat.secretToJson(lease),
                timeout);
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(understood(answer, WireFormat::waitingFromJson));
    }

    @Override
    public void withdraw(Lease lease) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "DELETE",
                "/v1/applications/" + encoded(lease.tag().application()),
                WireFormat.secretToJson(lease),
                timeout);
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer);
        }
    }

    /** Asks for a token of the user that this link's credential proves by Kerberos. */
    public UserToken obtainToken() throws LinkException, InterruptedException {
        return understood(call("POST", "/v1/tokens", "{}", timeout), WireFormat::tokenFromJson);
    }

    /** Asks for the same token with more time; this link's credential has to be of the same user, such as the token itself. */
    public UserToken renewToken(UserToken token) throws LinkException, InterruptedException {
        return understood(call("PUT", "/v1/tokens", WireFormat.tokenToJson(token), timeout), WireFormat::tokenFromJson);
    }

    /** Asks the preferred coordinator, then whom a follower names, then the rest; each at most once. */
    private HttpResponse<String> call(String method, String path, String body, Duration within)
            throws LinkException, InterruptedException {
        Set<URI> untried = new LinkedHashSet<>();
        untried.add(preferred);
        untried.addAll(coordinators);
        String trouble = "";
        Throwable cause = null;
        while (!untried.isEmpty()) {
            URI coordinator = untried.iterator().next();
            untried.remove(coordinator);
            try {
                HttpResponse<String> answer =
                        send(coordinator, request(coordinator, method, path, body, within), within);
                if (answer.statusCode() != MISDIRECTED) {
                    prefer(coordinator, answer.statusCode() / 100 == 2);
                    return answer;
                }
                trouble = coordinator + " does not lead" + elsewhere(answer);
                leader(answer).filter(untried::contains).ifPresent(named -> {
                    List<URI> others = new ArrayList<>(untried);
                    untried.clear();
                    untried.add(named);
                    untried.addAll(others);
                });
            } catch (IOException notReached) {
                trouble = coordinator + ": " + reason(notReached);
                cause = notReached;
            }
        }
        throw LinkException.notReached("no coordinator answered (" + trouble + ")", cause);
    }

    /** What is still asked of another coordinator is given up: it leads no longer, and may never say so. */
    private void prefer(URI coordinator, boolean leads) {
        boolean another = !preferred.equals(coordinator);
        preferred = coordinator;
        if (another && leads) {
            underWay.forEach((answer, asked) -> {
                if (!asked.equals(coordinator)) {
                    answer.cancel(true);
                }
            });
        }
    }

    /** The client's own time limit ends with the head of the answer; this one is over the whole of it. */
    @SuppressWarnings("CollectionUndefinedEquality") // each call is itself and no other
    private HttpResponse<String> send(URI coordinator, HttpRequest request, Duration within)
            throws IOException, InterruptedException {
        if (closed) {
            throw new IOException("this link is closed");
        }
        BoundedText text = new BoundedText(LARGEST_ANSWER);
        CompletableFuture<HttpResponse<String>> answer = client().sendAsync(request, info -> text);
        underWay.put(answer, coordinator);
        if (closed) { // between the question above and here
            answer.cancel(true);
        }
        try {
            return answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new IOException("no whole answer within " + within.toMillis() + " ms", late);
        } catch (CancellationException ended) {
            throw new IOException(
                    closed ? "this link was closed meanwhile" : "another coordinator leads meanwhile", ended);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException
                    ? (IOException) failed.getCause()
                    : new IOException(failed.getCause());
        } finally {
            underWay.remove(answer);
            answer.cancel(true);
            text.abandon();
        }
    }

    private HttpRequest request(URI coordinator, String method, String path, String body, Duration within)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(coordinator + path)).timeout(within);
        credential
                .authorization(coordinator, method, path, body == null ? "" : body)
                .ifPresent(proof -> request.header("Authorization", proof));
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
        }
        return request.build();
    }

    private static Optional<URI> leader(HttpResponse<String> follower) {
        try {
            return JsonObject.parse(follower.body()).optionalText("leader").map(HttpLink::parseAddress);
        } catch (MalformedJsonException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Whom to add to the addresses, if the leader is not among them. */
    private String elsewhere(HttpResponse<String> follower) {
        return leader(follower)
                .filter(named -> !coordinators.contains(named))
                .map(named -> ", and " + named + ", which leads, is not among the addresses that were configured")
                .orElse("");
    }

    private static void accepted(HttpResponse<String> answer) throws LinkException {
        if (answer.statusCode() / 100 != 2) {
            throw LinkException.refused(detail(answer), answer.statusCode());
        }
    }

    private static <T> T understood(HttpResponse<String> answer, Reader<T> reader) throws LinkException {
        accepted(answer);
        try {
            return reader.read(answer.body());
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw LinkException.notReached(
                    answer.uri() + " answered what is not understood: " + malformed.getMessage(), malformed);
        }
    }

    /** The coordinator's own words for a refusal (RFC 9457), one printable line of them. */
    private static String detail(HttpResponse<String> answer) {
        String words = "";
        try {
            JsonObject problem = JsonObject.parse(answer.body());
            words = problem.optionalText("detail").orElse("");
        } catch (MalformedJsonException noProblem) {
            words = "";
        }
        String line = words.replaceAll("\\p{Cntrl}", " ");
        return answer.uri() + " refused with status " + answer.statusCode()
                + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(line.length(), LONGEST_DETAIL)));
    }

    private static String reason(IOException trouble) {
        return trouble.getMessage() == null
                ? trouble.getClass().getSimpleName()
                : trouble.getClass().getSimpleName() + ", " + trouble.getMessage();
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        closed = true;
        underWay.keySet().forEach(answer -> answer.cancel(true));
        executor.shutdownNow();
    }

    /** Makes a message of an answer's text. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(String text) throws MalformedJsonException;
    }
}
