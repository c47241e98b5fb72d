package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.localio.LocalIoJson;
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
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The line to the coordinators over HTTP: tries the one that led last, then the one that a follower says leads, then the other addresses, and does not
 * wait for one that is silent before it asks the others; every call bounded. Only addresses that were configured are asked: who leads is read from ZooKeeper, where a stranger may have written.
 *
 * <p>Uses the JDK's own client, so that nothing is added to a host's class path. Its threads are daemons and named.
 * Thread-safe. Answers are bounded to {@value #LARGEST_ANSWER} bytes.
 */
public final class HttpLink implements CoordinatorLink {

    static final int LARGEST_ANSWER = 8 << 20;

    /** A leader answers sooner than that, unless it may wait by agreement. */
    private static final Duration RESTLESS = Duration.ofSeconds(1);

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
    private final Set<Question> underWay = ConcurrentHashMap.newKeySet();
    private final Set<URI> silent = ConcurrentHashMap.newKeySet();
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
    public List<LocalExecutor> report(UsageReport report) throws LinkException, InterruptedException {
        HttpResponse<String> answer =
                call("POST", "/v1/nodes/" + encoded(report.node()) + "/usage", WireFormat.usageToJson(report), timeout);
        accepted(answer);
        return answer.statusCode() == NO_CONTENT ? List.of() : understood(answer, LocalIoJson::executors);
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
    public boolean claim(Lease lease, List<ExecutorClaim> claims) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "POST",
                "/v1/applications/" + encoded(lease.tag().application()) + "/executors",
                LocalIoJson.claims(lease.secret(), claims),
                timeout);
        if (answer.statusCode() == NOT_FOUND) {
            return false;
        }
        accepted(answer);
        return true;
    }

    @Override
    public SlotAnswer makeSlot(Lease lease, long bytes, Duration deadline, Duration patience)
            throws LinkException, InterruptedException {
        String body = WireFormat.slotToJson(lease, bytes, deadline, patience);
        return understood(call("POST", "/v1/slots", body, timeout), WireFormat::slotFromJson);
    }

    @Override
    public Optional<Boolean> hasBegun(SlotAnswer slot, Duration patience) throws LinkException, InterruptedException {
        HttpResponse<String> answer = call(
                "GET",
                "/v1/slots/" + slot.number() + "?waitSeconds=" + patience.toSeconds(),
                null,
                timeout.plus(patience));
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(understood(answer, WireFormat::hasBegunFromJson));
    }

    @Override
    public void endSlot(Lease lease, SlotAnswer slot) throws LinkException, InterruptedException {
        HttpResponse<String> answer =
                call("DELETE", "/v1/slots/" + slot.number(), WireFormat.secretToJson(lease), timeout);
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer);
        }
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

    /**
     * Asks the preferred coordinator, then whom a follower names, then the rest. While one is silent for longer than it should be, the others are asked,
     * again and again, so that a leader that is frozen is not waited for when another has taken its place.
     */
    private HttpResponse<String> call(String method, String path, String body, Duration within)
            throws LinkException, InterruptedException {
        Duration restless = within.minus(timeout).plus(timeout.compareTo(RESTLESS) < 0 ? timeout : RESTLESS);
        BlockingQueue<Question> answered = new LinkedBlockingQueue<>();
        Set<Question> open = new HashSet<>();
        List<URI> untried = order();
        Set<URI> followers = new LinkedHashSet<>();
        URI asked = preferred;
        String trouble = "";
        Throwable cause = null;
        try {
            while (!untried.isEmpty() || !open.isEmpty()) {
                try {
                    if (!untried.isEmpty()) {
                        asked = untried.remove(0);
                        open.add(ask(asked, request(asked, method, path, body, within), within, answered));
                    }
                    Question question = answered.poll(restless.toNanos(), TimeUnit.NANOSECONDS);
                    if (question == null) {
                        untried.addAll(untried.isEmpty() ? notAskedNow(followers, open) : List.of());
                        continue;
                    }
                    asked = question.coordinator();
                    open.remove(question);
                    forget(question);
                    HttpResponse<String> answer = question.answer();
                    if (answer.statusCode() != MISDIRECTED) {
                        prefer(asked, answer.statusCode() / 100 == 2);
                        return answer;
                    }
                    followers.add(asked);
                    trouble = asked + " does not lead" + elsewhere(answer);
                    leader(answer).filter(untried::remove).ifPresent(named -> untried.add(0, named));
                } catch (IOException notReached) {
                    if (!(notReached instanceof Question.GivenUp)) {
                        silent.add(asked);
                    }
                    trouble = asked + ": " + (closed ? "this link is closed" : reason(notReached));
                    cause = notReached;
                }
            }
        } finally {
            open.forEach(this::forget);
        }
        throw LinkException.notReached("no coordinator answered (" + trouble + ")", cause);
    }

    private static List<URI> notAskedNow(Set<URI> followers, Set<Question> open) {
        List<URI> again = new ArrayList<>(followers);
        open.forEach(question -> again.remove(question.coordinator()));
        return again;
    }

    private List<URI> order() {
        Set<URI> order = new LinkedHashSet<>();
        order.add(preferred);
        order.addAll(coordinators);
        return new ArrayList<>(order);
    }

    /**
     * What is still asked of another coordinator is given up: it leads no longer, and may never say so. And all, if this one was silent before: what it
     * had to say to older questions may be lost.
     */
    private void prefer(URI coordinator, boolean leads) {
        boolean another = !preferred.equals(coordinator);
        preferred = coordinator;
        boolean wasSilent = leads && silent.remove(coordinator);
        if ((another && leads) || wasSilent) {
            underWay.stream()
                    .filter(question -> wasSilent || !question.coordinator().equals(coordinator))
                    .forEach(Question::giveUp);
        }
    }

    private Question ask(URI coordinator, HttpRequest request, Duration within, Queue<Question> answered)
            throws IOException {
        if (closed) {
            throw new IOException("this link is closed");
        }
        Question question = Question.ask(client(), coordinator, request, within, answered::add);
        underWay.add(question);
        if (closed) { // between the question above and here
            question.giveUp();
        }
        return question;
    }

    private void forget(Question question) {
        underWay.remove(question);
        question.giveUp();
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
        underWay.forEach(Question::giveUp);
        executor.shutdownNow();
    }

    /** Makes a message of an answer's text. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(String text) throws MalformedJsonException;
    }
}
