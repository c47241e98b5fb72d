package io.hdfsthrottle.link;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
 * Calls the coordinators of a cluster, of which one leads: tries the one that led last, then the one that a follower
 * names as leader, then the other addresses, and does not wait for one that is silent before it asks the others; every
 * call is bounded in time. Only configured addresses are asked: the leader's address is read from ZooKeeper, where an
 * attacker may have written.
 *
 * <p>Uses the JDK's own client, so that nothing is added to a host's class path. Its threads are daemons and named.
 * Thread-safe.
 */
final class Coordinators implements AutoCloseable {

    /** A leader answers sooner than that, unless it may hold the call open. */
    private static final Duration RESTLESS = Duration.ofSeconds(1);

    private static final int REDIRECT = 307;
    private static final int UNAVAILABLE = 503;
    private static final String NOT_LEADER = "urn:hdfs-throttle:problem:not-leader";
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
     * These coordinators; connects to none yet.
     *
     * @param coordinators base addresses, at least one
     * @param timeout how long one call to one coordinator may take, beyond the time that it may be held open
     * @param credential the proof of identity of each call
     * @param tls the certificates that are trusted
     */
    Coordinators(List<URI> coordinators, Duration timeout, Credential credential, TlsFiles tls) {
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
            HttpClient.Builder builder = HttpLink.client(timeout).executor(executor);
            if (tls.areGiven()) {
                builder.sslContext(tls.context());
            }
            client = builder.build();
        }
        return client;
    }

    /**
     * Asks the preferred coordinator, then the one that a follower names, then the rest. While one does not answer in
     * time, the others are asked repeatedly, so that a frozen leader is not waited for when another has replaced it.
     */
    HttpResponse<String> call(String method, String path, String body, Duration within)
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
                    HttpLink.requireCoordinators(answer);
                    if (isLeaders(answer)) {
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
     * Gives up the open calls to other coordinators: they no longer lead, and may never say so. Gives up all calls if
     * this one was silent before: its answers to older ones may be lost.
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
        if (closed) { // between the check above and here
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
        credential.prove(request, coordinator, method, path, body == null ? "" : body);
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
        }
        return request.build();
    }

    /**
     * Whether a leader answered. One that does not lead redirects to the leader, or is unavailable while there is none;
     * where it redirects to is not followed, but looked up among the configured addresses.
     */
    private static boolean isLeaders(HttpResponse<String> answer) {
        return answer.statusCode() != REDIRECT
                && (answer.statusCode() != UNAVAILABLE || !answer.body().contains(NOT_LEADER));
    }

    private static Optional<URI> leader(HttpResponse<String> follower) {
        try {
            return JsonObject.parse(follower.body()).optionalText("leader").map(Addresses::one);
        } catch (MalformedJsonException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** A hint to add the leader to the addresses, if it is not among them. */
    private String elsewhere(HttpResponse<String> follower) {
        return leader(follower)
                .filter(named -> !coordinators.contains(named))
                .map(named -> ", and " + named + ", which leads, is not among the addresses that were configured")
                .orElse("");
    }

    private static String reason(IOException trouble) {
        String kind = trouble.getClass().getSimpleName();
        String message = trouble.getMessage();
        return message == null ? kind : trouble.getClass() == IOException.class ? message : kind + ", " + message;
    }

    @Override
    public void close() {
        closed = true;
        underWay.forEach(Question::giveUp);
        executor.shutdownNow();
    }
}
