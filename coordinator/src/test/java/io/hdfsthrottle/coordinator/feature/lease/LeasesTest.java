package io.hdfsthrottle.coordinator.feature.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leases over REST, on nodes that report, through changes of the leader. */
@Timeout(120)
@Tag("slow")
final class LeasesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NODES = 3;
    private static final int DISKS = 3;

    @TempDir
    private Path folder;

    private TestCluster cluster;

    @BeforeEach
    void build() {
        cluster = new TestCluster(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        cluster.close();
    }

    private Coordinator coordinator(String... more) throws Exception {
        return cluster.coordinator(
                Stream.concat(Stream.of("lease", "on"), Stream.of(more)).toArray(String[]::new));
    }

    /** Three nodes with three hard disks each. */
    private static void report(HttpLink link) throws LinkException, InterruptedException {
        report(link, null);
    }

    /** The same with these drain facts for all of their volumes. */
    private static void report(HttpLink link, DrainFacts left) throws LinkException, InterruptedException {
        for (int node = 1; node <= NODES; node++) {
            List<VolumeUsage> volumes = new ArrayList<>();
            for (int disk = 1; disk <= DISKS; disk++) {
                volumes.add(VolumeUsage.of("DS-" + node + "-" + disk, Rate.parse("150m"), List.of())
                        .on(DiskFacts.of("8:" + 16 * disk, Optional.of(true), OptionalLong.of(4L << 40)))
                        .drained(left));
            }
            link.report(UsageReport.of("dn" + node + ":9866", GrantVersion.NONE, true, volumes));
        }
    }

    private static HttpLink link(Coordinator... coordinators) {
        List<URI> all = Stream.of(coordinators).map(Coordinator::url).toList();
        return new HttpLink(all, Duration.ofSeconds(5), Credential.NONE);
    }

    /** The disks of a lease, as the answer has them. */
    private static String holds(Answer lease) {
        String member = "\"holds\":";
        int begin = lease.body().indexOf(member) + member.length();
        String disks = lease.body().substring(begin, lease.body().indexOf("}]", begin) + 2);
        assertThat(disks).startsWith("[{\"node\":");
        return disks;
    }

    private static long inState(Wire wire, String state) throws Exception {
        List<JsonObject> disks = wire.get("/v1/disks").json().objects("disks", 100);
        long count = 0;
        for (JsonObject disk : disks) {
            count += disk.text("state").equals(state) ? 1 : 0;
        }
        return count;
    }

    @Test
    void lease_isGrantedShownAndReleased_andWhoWaitsIsServed_alsoByTheNextLeader() throws Exception {
        Coordinator first = TestCluster.leading(coordinator());
        Coordinator second = coordinator();
        Wire wire = new Wire(first);
        try (HttpLink link = link(first, second)) {
            report(link);
            assertThat(inState(wire, "shared")).isEqualTo(9);
            Answer granted = wire.post(
                    "/v1/leases", "{\"disks\":2,\"nodes\":1,\"kind\":\"hdd\",\"forSeconds\":28800,\"user\":\"alice\"}");
            assertThat(granted.status()).as(granted.body()).isEqualTo(201);
            assertThat(granted.json().text("state")).isEqualTo("granted");
            assertThat(granted.json().objects("holds", 10)).hasSize(2);
            assertThat(inState(wire, "leased")).isEqualTo(2);

            Answer noRoom = wire.post("/v1/leases", "{\"disks\":2,\"nodes\":3,\"forSeconds\":28800,\"user\":\"bob\"}");
            assertThat(noRoom.status()).isEqualTo(409);
            assertThat(noRoom.json().text("reason")).isEqualTo("no_room");
            assertThat(noRoom.json().count("nodesWithEnough")).isEqualTo(2);
            assertThat(noRoom.json().count("notBefore"))
                    .isEqualTo(granted.json().count("until") + 30);
            Answer waits = wire.post(
                    "/v1/leases",
                    "{\"disks\":2,\"nodes\":3,\"forSeconds\":28800,\"waitSeconds\":3600,\"user\":\"bob\"}");
            assertThat(waits.status()).isEqualTo(202);
            assertThat(waits.json().object("outlook").count("ahead")).isZero();

            first.close();
            TestCluster.leading(second);
            report(link);
            Wire next = new Wire(second);
            String lease = granted.json().text("lease");
            Answer kept = next.get("/v1/leases/" + lease);
            assertThat(holds(kept)).isEqualTo(holds(granted));
            assertThat(kept.json().count("until")).isEqualTo(granted.json().count("until"));
            Answer renewed = next.post("/v1/leases/" + lease + "/renewal", "{\"forSeconds\":32400}");
            assertThat(renewed.status()).isEqualTo(200);
            assertThat(renewed.json().count("until"))
                    .isGreaterThan(granted.json().count("until"));

            assertThat(next.delete("/v1/leases/" + lease + "?dryrun=true").status())
                    .isEqualTo(204);
            assertThat(next.get("/v1/leases/" + lease).status()).isEqualTo(200);
            assertThat(next.delete("/v1/leases/" + lease).status()).isEqualTo(204);
            await().atMost(PATIENCE).until(() -> {
                report(link);
                return next.get("/v1/leases/" + waits.json().text("lease"))
                        .json()
                        .text("state")
                        .equals("granted");
            });
            assertThat(next.get("/v1/leases/" + lease).status()).isEqualTo(404);
            assertThat(inState(next, "shared")).isEqualTo(3);
            assertThat(next.get("/metrics").body())
                    .contains(
                            "hdfs_throttle_coordinator_lease_disks 6.0", "hdfs_throttle_coordinator_lease_waiting 0.0");
            assertThat(next.get("/v1/events").body())
                    .contains("\"lease.renewed\"", "\"lease.released\"", "\"lease.granted\"");
        }
    }

    @Test
    void lease_isResizedUnderItsEntityTag_andItsDisksAreLeasedAgain() throws Exception {
        Coordinator leader = TestCluster.leading(coordinator());
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            report(link);
            Answer granted = wire.post("/v1/leases", "{\"nodes\":2,\"forSeconds\":28800,\"user\":\"alice\"}");
            String lease = "/v1/leases/" + granted.json().text("lease");
            String tag = wire.get(lease).header("ETag");
            assertThat(wire.post(lease + "/renewal", "{\"forSeconds\":30000}").status())
                    .isEqualTo(200);

            Answer rehearsed = wire.put(lease + "?dryrun=true", "{\"disks\":2}", "If-Match", tag);
            assertThat(rehearsed.json().objects("holds", 10)).hasSize(4);
            assertThat(inState(wire, "leased")).isEqualTo(2);
            Answer grown = wire.put(lease, "{\"disks\":2}", "If-Match", tag);
            assertThat(grown.status()).as(grown.body()).isEqualTo(200);
            assertThat(holds(grown)).isEqualTo(holds(rehearsed));
            assertThat(grown.json().count("disks")).isEqualTo(2);
            assertThat(inState(wire, "leased")).isEqualTo(4);
            assertThat(wire.put(lease, "{\"disks\":1}", "If-Match", tag).status())
                    .isEqualTo(412);
            assertThat(wire.delete(lease, "If-Match", tag).status()).isEqualTo(412);
            Answer never = wire.put(lease, "{\"disks\":3}");
            assertThat(never.status()).isEqualTo(409);
            assertThat(never.json().text("reason")).isEqualTo("never");

            String same = holds(wire.get(lease));
            assertThat(wire.delete(lease, "If-Match", grown.header("ETag")).status())
                    .isEqualTo(204);
            assertThat(wire.put(lease, "{\"disks\":1}").status()).isEqualTo(404);
            String again = "{\"forSeconds\":28800,\"user\":\"%s\",\"holds\":" + same + "}";
            Answer first = wire.post("/v1/leases", again.formatted("alice"));
            assertThat(first.status()).as(first.body()).isEqualTo(201);
            assertThat(first.json().objects("holds", 10)).hasSize(4);
            Answer second = wire.post("/v1/leases", again.formatted("bob"));
            assertThat(second.status()).isEqualTo(409);
            assertThat(second.json().object("unavailable").text("DS-1-1"))
                    .contains(first.json().text("lease") + " has it until");
            assertThat(wire.get("/v1/events").body()).contains("\"lease.resized\"");
        }
    }

    @Test
    void leaseOfDrainedDisks_beginsWhenNothingIsLeft_andShowsWhatIsUntilThen() throws Exception {
        Coordinator leader = TestCluster.leading(coordinator());
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            report(link);
            Answer granted = wire.post("/v1/leases", "{\"forSeconds\":28800,\"user\":\"alice\",\"drain\":true}");
            assertThat(granted.status()).as(granted.body()).isEqualTo(201);
            assertThat(granted.json().text("state")).isEqualTo("draining");
            String lease = "/v1/leases/" + granted.json().text("lease");
            report(link, DrainFacts.of(2, 4096, "no room"));
            assertThat(inState(wire, "draining")).isEqualTo(1);
            assertThat(wire.get("/v1/disks").body())
                    .contains("\"leftBytes\":4096", "\"replicasLeft\":2", "\"trouble\":\"no room\"");

            report(link, DrainFacts.of(0, 0, ""));
            await().atMost(PATIENCE)
                    .until(() -> wire.get(lease).json().text("state").equals("granted"));
            assertThat(wire.get(lease).json().count("leftBytes")).isZero();
            assertThat(wire.get(lease).json().count("until"))
                    .isLessThan(granted.json().count("until"));
            assertThat(inState(wire, "leased")).isEqualTo(1);
            assertThat(wire.get("/v1/events").body()).contains("\"lease.drained\"", "0 bytes left");
        }
    }

    @Test
    void byDefault_disksAreShownAndNothingIsLeased() throws Exception {
        Coordinator leader = cluster.leader();
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            report(link);
            assertThat(inState(wire, "shared")).isEqualTo(9);
            assertThat(wire.get("/v1/leases").json().flag("on")).isFalse();
            Answer refused = wire.post("/v1/leases", "{\"forSeconds\":28800}");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().text("reason")).isEqualTo("off");
            assertThat(refused.json().text("detail")).contains("lease = on");
        }
    }

    @Test
    void wrongRequest_isRefusedByName() throws Exception {
        Wire wire = new Wire(TestCluster.leading(coordinator()));
        Map<String, String> wrong = new HashMap<>();
        wrong.put("{\"forSeconds\":28800,\"kind\":\"tape\"}", "kind");
        wrong.put("{\"forSeconds\":90000}", "forSeconds");
        wrong.put("{\"forSeconds\":28800,\"waitSeconds\":-3600}", "waitSeconds");
        wrong.put("{\"forSeconds\":28800,\"disks\":0}", "disks");
        wrong.put("{\"forSeconds\":28800,\"nodes\":\"3\"}", "nodes");
        wrong.put("{\"forSeconds\":28800,\"tenant\":\"nobody\"}", "tenant");
        wrong.put("{\"forSeconds\":28800,\"user\":\"a b\"}", "user");
        wrong.put("{\"forSeconds\":28800,\"drain\":\"yes\"}", "drain");
        wrong.put("{}", "forSeconds");
        wrong.put("{\"forSeconds\":28800,\"holds\":[]}", "holds");
        wrong.put("{\"forSeconds\":28800,\"holds\":[\"DS-1\"]}", "holds");
        wrong.put("{\"forSeconds\":28800,\"holds\":[{\"node\":\"dn1:9866\",\"volumes\":[]}]}", "holds.volumes");
        wrong.put("{\"forSeconds\":28800,\"holds\":[{\"volumes\":[\"DS-1-1\"]}]}", "holds.node");
        wrong.put(
                "{\"forSeconds\":28800,\"disks\":1,\"holds\":[{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1-1\"]}]}",
                "holds");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Answer refused = wire.post("/v1/leases", each.getKey());
            assertThat(refused.status()).as(each.getKey()).isEqualTo(422);
            assertThat(refused.json().text("field")).isEqualTo(each.getValue());
        }
        assertThat(wire.post("/v1/leases/lease-1/renewal", "{\"forSeconds\":28800}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void diskThatIsNamed_isOneOfItsNode() throws Exception {
        Coordinator leader = TestCluster.leading(coordinator());
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            report(link);
            for (String wrong : List.of(
                    "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1-1\",\"DS-1-2\"]}",
                    "{\"node\":\"dn1:9866\",\"volumes\":[\"DS-1-1\",\"DS-9-9\"]}",
                    "{\"node\":\"dn2:9866\",\"volumes\":[\"DS-1-1\"]}")) {
                Answer refused =
                        wire.post("/v1/leases", "{\"forSeconds\":28800,\"waitSeconds\":60,\"holds\":[" + wrong + "]}");
                assertThat(refused.status()).as(refused.body()).isEqualTo(422);
                assertThat(refused.json().text("field")).isEqualTo("holds");
            }
        }
    }

    @Test
    void lease_isItsOwnersAndAnAdministratorsToEnd() throws Exception {
        String pad = "-0123456789abcdef";
        Path file = Files.write(
                folder.resolve("access"),
                List.of(
                        "alice register token=alice" + pad,
                        "bob register token=bob" + pad,
                        "root admin token=root" + pad,
                        "dn1 node token=dn1" + pad,
                        "dn2 node token=dn2" + pad,
                        "dn3 node token=dn3" + pad));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Coordinator leader = TestCluster.leading(coordinator("access.file", file.toString()));
        Wire wire = new Wire(leader);
        Credential itsOwn = (coordinator, method, target, body) ->
                Optional.of("Bearer " + target.substring("/v1/nodes/".length(), "/v1/nodes/dn1".length()) + pad);
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), itsOwn)) {
            report(link);
        }
        String[] alice = {"Authorization", "Bearer alice" + pad};
        String[] bob = {"Authorization", "Bearer bob" + pad};
        String[] root = {"Authorization", "Bearer root" + pad};
        Answer granted = wire.send("POST", "/v1/leases", "{\"forSeconds\":28800}", alice);
        assertThat(granted.status()).as(granted.body()).isEqualTo(201);
        assertThat(granted.json().text("user")).isEqualTo("alice");
        String path = "/v1/leases/" + granted.json().text("lease");

        assertThat(wire.send("POST", "/v1/leases", "{\"forSeconds\":28800,\"user\":\"bob\"}", alice)
                        .status())
                .isEqualTo(403);
        assertThat(wire.send("POST", path + "/renewal", "{\"forSeconds\":28800}", bob)
                        .status())
                .isEqualTo(403);
        assertThat(wire.delete(path, bob).status()).isEqualTo(403);
        for (String[] other : new String[][] {bob, root}) {
            assertThat(wire.send("PUT", path, "{\"disks\":2}", other).status()).isEqualTo(403);
        }
        assertThat(wire.send("PUT", path, "{\"disks\":2}", alice).status()).isEqualTo(200);
        assertThat(wire.send("POST", path + "/renewal", "{\"forSeconds\":28800}", alice)
                        .status())
                .isEqualTo(200);
        assertThat(wire.delete(path, root).status()).isEqualTo(204);
        assertThat(wire.send("GET", "/v1/events", null, root).body()).contains("\"lease.revoked\"");
    }

    /**
     * A user who leases disks, records itself as their holder, clears that and releases them, again and again, whatever
     * happens to coordinators.
     */
    private static final class Person {
        private final String user;
        private final List<Wire> coordinators;
        private final Map<String, String> holders;
        private final AtomicInteger leased;
        private final AtomicInteger doubts;

        Person(
                String user,
                List<Wire> coordinators,
                Map<String, String> holders,
                AtomicInteger leased,
                AtomicInteger doubts) {
            this.user = user;
            this.coordinators = coordinators;
            this.holders = holders;
            this.leased = leased;
            this.doubts = doubts;
        }

        /** The leader's answer; empty if it is unknown whether the request was carried out. */
        private Optional<Answer> ask(String method, String path, String body) throws InterruptedException {
            for (Wire wire : coordinators) {
                try {
                    Answer answer = wire.send(method, path, body);
                    if (answer.status() < 500 && answer.status() != 307 && answer.status() != 429) {
                        return Optional.of(answer);
                    }
                } catch (IOException gone) {
                    // it is being closed: the next may lead
                }
            }
            doubts.incrementAndGet();
            return Optional.empty();
        }

        void until(AtomicBoolean over) throws Exception {
            String body = "{\"disks\":1,\"nodes\":2,\"forSeconds\":28800,\"user\":\"" + user + "\"}";
            while (!over.get()) {
                Optional<Answer> granted = ask("POST", "/v1/leases", body);
                if (granted.filter(answer -> answer.status() == 201).isPresent()) {
                    List<JsonObject> disks = granted.get().json().objects("holds", 10);
                    for (JsonObject disk : disks) {
                        String other = holders.put(name(disk), user);
                        assertThat(other)
                                .as("who besides %s has %s", user, name(disk))
                                .isNull();
                    }
                    leased.incrementAndGet();
                    for (JsonObject disk : disks) {
                        holders.remove(name(disk));
                    }
                }
                giveBackAll(over);
            }
        }

        private static String name(JsonObject disk) throws Exception {
            return disk.text("node") + disk.texts("volumes", 10);
        }

        /** Also releases leases that it does not know of. */
        void giveBackAll(AtomicBoolean over) throws Exception {
            boolean has = true;
            while (has && !over.get()) {
                has = false;
                Optional<Answer> all = ask("GET", "/v1/leases", null);
                for (JsonObject lease :
                        all.isPresent() ? all.get().json().objects("leases", 600) : List.<JsonObject>of()) {
                    if (lease.text("user").equals(user)) {
                        Optional<Answer> unused = ask("DELETE", "/v1/leases/" + lease.text("lease"), null);
                        has = true;
                    }
                }
                has |= all.isEmpty();
            }
        }
    }

    /**
     * Two coordinators at a time, of which the leader is stopped three times and ZooKeeper once, while four lease the
     * same disks.
     */
    @Test
    void whileLeadersChange_noDiskHasTwoHolders_andNoneIsLost() throws Exception {
        String[] generous = {"limits.requests.per.second", "100000", "node.expiry", "60s"};
        List<Coordinator> all = new ArrayList<>();
        all.add(TestCluster.leading(coordinator(generous)));
        all.add(coordinator(generous));
        all.add(coordinator(generous));
        List<Wire> wires = all.stream().map(Wire::new).toList();
        Map<String, String> holders = new ConcurrentHashMap<>();
        AtomicInteger leased = new AtomicInteger();
        AtomicInteger doubts = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService people = Executors.newFixedThreadPool(4);
        try (HttpLink link = link(all.toArray(Coordinator[]::new))) {
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Person person = new Person("user" + i, wires, holders, leased, doubts);
                working.add(people.submit(() -> {
                    person.until(over);
                    return null;
                }));
            }
            for (int leader = 0; leader < 2; leader++) {
                moreLeases(link, leased, working);
                all.get(leader).close();
                moreLeases(link, leased, working);
            }
            cluster.zookeeper().stop();
            await().atMost(PATIENCE).until(() -> all.get(2).leadership().term().isEmpty());
            cluster.zookeeper().restart();
            moreLeases(link, leased, working);
            over.set(true);
            for (Future<?> each : working) {
                each.get();
            }
            assertThat(doubts).hasPositiveValue();
            Wire last = wires.get(2);
            for (int i = 0; i < 4; i++) {
                new Person("user" + i, wires, holders, leased, doubts).giveBackAll(new AtomicBoolean());
            }
            report(link);
            assertThat(inState(last, "shared")).isEqualTo((long) NODES * DISKS);
        } finally {
            over.set(true);
            people.shutdownNow();
        }
    }

    /** Waits until users have leased disks twenty times more; fails with the error of any user. */
    private static void moreLeases(HttpLink link, AtomicInteger leased, List<Future<?>> working) {
        int before = leased.get();
        await().atMost(PATIENCE).until(() -> {
            for (Future<?> each : working) {
                if (each.isDone()) {
                    each.get();
                }
            }
            try {
                report(link);
            } catch (LinkException nobodyLeads) {
                return false;
            }
            return leased.get() >= before + 20;
        });
    }
}
