package io.hdfsthrottle.testkit.siege;

import static io.hdfsthrottle.testkit.siege.Credential.HONEST_NODE;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import org.apache.commons.io.function.IOConsumer;

/** A coordinator attacked with every credential but an administrator's, by root of a DataNode too, while a node polls and an administrator changes a tenant. */
public final class Siege {
    /** Requests before the heap is first measured: classes, pools and caches are filled by then. */
    private static final int WARM_UP = 1_000;

    /** Wait after the last request: cut connections are closed, rate limit buckets are full and dropped. */
    private static final Duration CALM = Duration.ofSeconds(15);

    private final Coordinator coordinator;
    private final TlsFiles trusted;
    private final SigningKeys keys;
    private final LocalHttp http;
    private final ScheduledExecutorService honest = Executors.newScheduledThreadPool(2);
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /**
     * The result of a siege.
     *
     * @param answers to hostile requests, by status
     * @param errors answers of 5xx, with their requests
     * @param changes unauthorised changes found afterwards
     * @param heapBefore bytes of the coordinator's heap in use after a collection; the same at the end
     * @param refusals refused requests, by kind, as the coordinator counted them
     */
    public record Result(
            int requests,
            Map<Integer, Integer> answers,
            int unanswered,
            List<String> errors,
            List<String> changes,
            List<String> honestFailures,
            long heapBefore,
            long heapAfter,
            Map<String, Double> refusals) {}

    private Siege(Coordinator coordinator, TlsFiles trusted, SigningKeys keys) {
        this.coordinator = coordinator;
        this.keys = keys;
        this.trusted = trusted;
        this.http = new LocalHttp(trusted, Duration.ofSeconds(30));
    }

    /**
     * Starts a coordinator in the rig and attacks it with so many hostile requests.
     *
     * @param grants gets the time of each of the honest node's requests, in nanoseconds
     * @param puts gets the same of the honest administrator's changes
     */
    public static Result lay(
            Rig rig, boolean secured, long seed, int count, double perSecond, LongConsumer grants, LongConsumer puts)
            throws IOException, InterruptedException {
        Path access = Coordinator.secret(rig.folder("besieged").resolve("access"), Credential.accessFile());
        Map<String, String> settings = new LinkedHashMap<>(
                Map.of("access.file", access.toString(), "claims.unverified", "refuse", "application.expiry", "1h"));
        TlsFiles trusted = secured ? secure(rig.folder("certificates"), settings) : TlsFiles.NONE;
        Coordinator coordinator = Coordinator.spawn(
                rig, "besieged", ZooKeeper.start(rig), rig.ports().free(), settings, List.of(), trusted);
        coordinator.process().awaitReady(Duration.ofMinutes(1), coordinator::leads);
        SigningKeys keys = SigningKeys.parse(Files.readAllLines(Coordinator.signingKeys(rig)));
        return new Siege(coordinator, trusted, keys).lay(seed, count, perSecond, grants, puts);
    }

    private static TlsFiles secure(Path folder, Map<String, String> settings) throws IOException {
        TestAuthority authority = new TestAuthority(folder, "authority");
        Issued own = authority.issue("coordinator", "coordinator", "127.0.0.1");
        settings.put("tls.certificate.file", own.certificate().toString());
        settings.put("tls.key.file", own.key().toString());
        return TlsFiles.of(authority.trust(), null, null);
    }

    private Result lay(long seed, int count, double perSecond, LongConsumer grants, LongConsumer puts)
            throws IOException, InterruptedException {
        String secret = furnish();
        String routes = admin("GET", "/openapi.yaml", "");
        attackers().attack(new HostileRequests(seed + 1, routes, keys, secret), Math.min(WARM_UP, count), perSecond);
        Thread.sleep(CALM.toMillis());
        Set<String> before = policy();
        long heapBefore = heap();
        Attackers attackers = attackers();
        every(100, grants, i -> ask("GET", "/v1/nodes/dn1:9866/grant?wire=3", HONEST_NODE, ""));
        every(500, puts, i -> admin("PUT", "/v1/tenants/honest", "{\"priority\":" + (1 + i % 100) + "}"));
        attackers.attack(new HostileRequests(seed, routes, keys, secret), count, perSecond);
        honest.shutdown();
        honest.awaitTermination(30, TimeUnit.SECONDS);
        Thread.sleep(CALM.toMillis());
        return new Result(
                count,
                attackers.answers,
                attackers.unanswered.get(),
                attackers.errors,
                changes(before, policy()),
                failures,
                heapBefore,
                heap(),
                metrics("hdfs_throttle_coordinator_refusals_total{"));
    }

    private Attackers attackers() throws IOException {
        SocketFactory sockets = trusted.areGiven() ? trusted.context().getSocketFactory() : SocketFactory.getDefault();
        return new Attackers(coordinator.url().getPort(), sockets);
    }

    /** At fixed instants; the time of a late request counts from when it was due, so that waiting is not omitted. */
    private void every(long millis, LongConsumer nanos, IOConsumer<Integer> ask) {
        AtomicInteger number = new AtomicInteger();
        long begun = System.nanoTime();
        Runnable next = () -> {
            int now = number.getAndIncrement();
            try {
                ask.accept(now);
            } catch (IOException | RuntimeException trouble) {
                failures.add(trouble.toString());
            }
            nanos.accept(System.nanoTime() - begun - TimeUnit.MILLISECONDS.toNanos(now * millis));
        };
        var unused = honest.scheduleAtFixedRate(next, 0, millis, TimeUnit.MILLISECONDS);
    }

    private String admin(String method, String path, String body) throws IOException {
        return ask(method, path, Credential.ADMINISTRATOR, body);
    }

    private String ask(String method, String path, Credential credential, String body) throws IOException {
        byte[] sent = body.getBytes(StandardCharsets.UTF_8);
        String authorization = credential.authorization(keys, method, path, sent);
        return http.ask(method, coordinator.url().resolve(path), body, "Authorization", authorization);
    }

    /** Makes what is attacked; the secret of an application that turns hostile. */
    private String furnish() throws IOException {
        for (String tenant : List.of("gold", "stranger", "honest")) {
            admin("PUT", "/v1/tenants/" + tenant, "{\"priority\":8}");
        }
        admin("PUT", "/v1/rules/nightly", "{\"match\":{\"address\":\"10.0.0.0/8\"},\"tenant\":\"gold\"}");
        String victim = "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"gold\"}";
        ask("POST", "/v1/applications", Credential.OWNER, victim);
        String mine = "{\"application\":\"mine\",\"user\":\"mallory\",\"tenant\":\"stranger\"}";
        String answer = ask("POST", "/v1/applications", Credential.ANOTHER_APPLICATIONS, mine);
        return (String) JSON.std.mapFrom(answer).get("secret");
    }

    /** Everything that requires authority to change; a stranger's own applications are left out. */
    private Set<String> policy() throws IOException {
        Set<String> all = new TreeSet<>();
        for (String kind : List.of("tenant", "rule", "application")) {
            String answer = admin("GET", "/v1/" + kind + "s", "");
            for (Object each : (List<?>) JSON.std.mapFrom(answer).get(kind + "s")) {
                Map<?, ?> entry = (Map<?, ?>) each;
                boolean isStrangers = "stranger".equals(entry.get("tenant")) && "stranger".equals(entry.get("claims"));
                if (!isStrangers && !"honest".equals(entry.get(kind))) {
                    all.add(kind + " " + entry);
                }
            }
        }
        for (Object each :
                (List<?>) JSON.std.mapFrom(admin("GET", "/v1/nodes", "")).get("nodes")) {
            Object node = ((Map<?, ?>) each).get("node");
            if (!node.toString().matches(Credential.HOSTILE + "(:[0-9]+)?")) {
                all.add("report of node " + node);
            }
        }
        all.add(admin("GET", "/v1/revocations", ""));
        return all;
    }

    private static List<String> changes(Set<String> before, Set<String> after) {
        Stream<String> gone = before.stream().filter(each -> !after.contains(each));
        Stream<String> fresh = after.stream().filter(each -> !before.contains(each));
        return Stream.concat(gone.map("was "::concat), fresh.map("is "::concat)).toList();
    }

    /** After a garbage collection, so that only live objects count. */
    private long heap() throws IOException {
        String pid = Long.toString(coordinator.process().pid());
        SystemCommands.output(System.getProperty("java.home") + "/bin/jcmd", pid, "GC.run");
        return (long) metrics("jvm_memory_used_bytes{area=\"heap\"").values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Map<String, Double> metrics(String beginning) throws IOException {
        Map<String, Double> values = new LinkedHashMap<>();
        admin("GET", "/metrics", "")
                .lines()
                .filter(line -> line.startsWith(beginning))
                .forEach(line -> values.put(
                        line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')),
                        Double.parseDouble(line.substring(line.lastIndexOf('}') + 1))));
        return values;
    }
}
