package io.hdfsthrottle.testkit.siege;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Test of a coordinator process under attack with every credential, while a node polls and an administrator changes a
 * tenant.
 */
public final class Siege {
    /** Requests before the heap is first measured: classes, pools and caches are filled by then. */
    private static final int WARM_UP = 1_000;

    /** Wait after the last request: cut connections are closed, rate limit buckets are full and dropped. */
    private static final Duration CALM = Duration.ofSeconds(15);

    private final Wire wire;
    private final long pid;

    /**
     * The result of a siege.
     *
     * @param requests the number of hostile requests
     * @param answers to them, by status
     * @param unanswered requests that were closed without an answer
     * @param errors answers of 5xx, with their requests
     * @param changes unauthorised changes found afterwards
     * @param honestFailures honest clients' requests that were not answered successfully
     * @param heapBefore bytes of the coordinator's heap in use after a collection
     * @param heapAfter the same at the end
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

    private Siege(Coordinator coordinator, TlsFiles trusted) throws IOException {
        wire = new Wire(coordinator.url(), trusted);
        pid = coordinator.process().pid();
    }

    /**
     * Starts a coordinator in the rig and attacks it.
     *
     * @param secured whether it uses TLS
     * @param count the number of hostile requests
     * @param perSecond their rate
     * @param grants gets the time of each of the honest node's requests, in nanoseconds
     * @param puts gets the same of the honest administrator's changes
     */
    public static Result lay(
            Rig rig, boolean secured, long seed, int count, double perSecond, LongConsumer grants, LongConsumer puts)
            throws IOException, InterruptedException {
        Path access = Credential.write(rig.folder("besieged").resolve("access"));
        Map<String, String> settings = new LinkedHashMap<>(
                Map.of("access.file", access.toString(), "claims.unverified", "refuse", "application.expiry", "1h"));
        TlsFiles trusted = secured ? secure(rig.folder("certificates"), settings) : TlsFiles.NONE;
        Coordinator coordinator = Coordinator.spawn(
                        rig, "besieged", ZooKeeper.start(rig), rig.ports().free(), settings, List.of(), trusted)
                .awaitReady();
        return new Siege(coordinator, trusted).lay(seed, count, perSecond, grants, puts);
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
        awaitLeader();
        furnish();
        List<Route> routes = Route.of(wire.ask("GET", "/openapi.yaml", Credential.NONE, null));
        new Attackers(new HostileRequests(seed + 1, routes), wire, Math.min(WARM_UP, count), perSecond).attack();
        Thread.sleep(CALM.toMillis());
        Map<String, Object> before = policy();
        long heapBefore = heap();
        Attackers attackers = new Attackers(new HostileRequests(seed, routes), wire, count, perSecond);
        HonestClient node = new HonestClient(
                i -> wire.ask("GET", "/v1/nodes/dn1:9866/grant?wire=2", Credential.HONEST_NODE, null), 100, grants);
        HonestClient administrator = new HonestClient(
                i -> admin("PUT", "/v1/tenants/honest", "{\"priority\":" + (1 + i % 100) + "}"), 500, puts);
        try (node;
                administrator) {
            attackers.attack();
        }
        Thread.sleep(CALM.toMillis());
        return new Result(
                count,
                attackers.answers,
                attackers.unanswered.get(),
                attackers.errors,
                differences(before, policy()),
                Stream.concat(node.failures.stream(), administrator.failures.stream())
                        .toList(),
                heapBefore,
                heap(),
                metrics("hdfs_throttle_coordinator_refusals_total{"));
    }

    private String admin(String method, String path, String body) throws IOException, InterruptedException {
        return wire.ask(method, path, Credential.ADMINISTRATOR, body);
    }

    private void awaitLeader() throws IOException, InterruptedException {
        for (int i = 0; i < 300; i++) {
            if (wire.ask("GET", "/v1/status", Credential.NONE, null).contains("\"leading\":true")) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the coordinator does not lead after 30 s");
    }

    /** Creates the targets: tenants, a rule, an application. */
    private void furnish() throws IOException, InterruptedException {
        for (String tenant : List.of(Credential.TENANT, Credential.STRANGER, "honest")) {
            admin("PUT", "/v1/tenants/" + tenant, "{\"priority\":8}");
        }
        admin("PUT", "/v1/rules/nightly", "{\"match\":{\"address\":\"10.0.0.0/8\"},\"tenant\":\"gold\"}");
        String victim = "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"gold\"}";
        wire.ask("POST", "/v1/applications", Credential.OWNER, victim);
    }

    /** Everything that requires authority to change, by name; a stranger's own applications are left out. */
    private Map<String, Object> policy() throws IOException, InterruptedException {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String kind : List.of("tenant", "rule", "application")) {
            String answer = admin("GET", "/v1/" + kind + "s", null);
            for (Object each : (List<?>) JSON.std.mapFrom(answer).get(kind + "s")) {
                Map<?, ?> entry = (Map<?, ?>) each;
                boolean strangers = kind.equals("application")
                        && Credential.STRANGER.equals(entry.get("tenant"))
                        && Credential.STRANGER.equals(entry.get("claims"));
                if (!strangers && !"honest".equals(entry.get(kind))) {
                    all.put(kind + " " + entry.get(kind), entry);
                }
            }
        }
        return all;
    }

    private static List<String> differences(Map<String, Object> before, Map<String, Object> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(before.get(name), after.get(name)))
                .map(name -> name + " was " + before.get(name) + " and is " + after.get(name))
                .toList();
    }

    /** After a garbage collection, so that only live objects count. */
    private long heap() throws IOException, InterruptedException {
        Process collection = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (collection.waitFor() != 0) {
            throw new IllegalStateException("jcmd cannot reach the coordinator's process");
        }
        return (long) metrics("jvm_memory_used_bytes{area=\"heap\"").values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Map<String, Double> metrics(String beginning) throws IOException, InterruptedException {
        Map<String, Double> values = new LinkedHashMap<>();
        admin("GET", "/metrics", null)
                .lines()
                .filter(line -> line.startsWith(beginning))
                .forEach(line -> values.put(
                        line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')),
                        Double.parseDouble(line.substring(line.lastIndexOf('}') + 1))));
        return values;
    }
}
