package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Three tenants read from one DataNode, the poorest with most threads: priorities decide, whatever happens to the
 * coordinator. Bounds on rates are wide, because machines that run tests are busy; the exact ones are the benchmarks'.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class SharesIT {

    private static final double CAPACITY = 60 << 20;
    private static final int FILE_BYTES = 24 << 20;
    private static final int SMALL_BYTES = 4 << 20;
    private static final Duration WINDOW = Duration.ofSeconds(4);

    /** Of what a tenant is due. */
    private static final double TOLERANCE = 0.05;

    /** From the REST call to a rate that stays: the coordinator's tick, the agent's poll and a busy machine. */
    private static final Duration REACTION = Duration.ofSeconds(5);

    private Cluster cluster;
    private Hdfs bronze;
    private Hdfs silver;
    private Hdfs gold;
    private List<Streams> streams;

    @BeforeAll
    void startEverything() throws Exception {
        Path folder = RigFolders.folder("shares");
        cluster = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                // One that starts again waits for the session in which it was killed.
                .coordinator(Map.of("zookeeper.session.timeout", "4s"))
                .dataNode(Map.of(
                        "hdfs.throttle.volume.capacity",
                        "60m",
                        "dfs.datanode.data.dir",
                        folder.resolve("one").toUri() + ","
                                + folder.resolve("other").toUri()))
                .start();
        cluster.coordinator().putTenant("bronze", 4);
        cluster.coordinator().putTenant("silver", 8);
        cluster.coordinator().putTenant("gold", 8);
        bronze = Hdfs.tagged(cluster.nameNode(), cluster.register("app-bronze", "bronze"));
        silver = Hdfs.tagged(cluster.nameNode(), cluster.register("app-silver", "silver"));
        gold = Hdfs.tagged(cluster.nameNode(), cluster.register("app-gold", "gold"));
        bronze.write("/data", FILE_BYTES, 1);
        bronze.write("/other", FILE_BYTES, 2); // DataNodes take one volume after the other
        bronze.write("/small", SMALL_BYTES, 3);
    }

    @AfterAll
    void stopEverything() {
        cluster.close();
    }

    @BeforeEach
    void startReading() {
        streams = List.of(
                Streams.reading(bronze, "/data", 8),
                Streams.reading(silver, "/data", 2),
                Streams.reading(gold, "/data", 1));
        await().until(() -> streams.stream().allMatch(stream -> stream.bytes() > FILE_BYTES / 8));
    }

    @AfterEach
    void stopReading() {
        streams.forEach(Streams::close);
    }

    @Test
    @Order(1)
    void priorities_notThreads_decideWhatEachGets() {
        List<Double> rates = Rates.over(WINDOW, streams);

        assertThatSharesAre(rates, 0.2, 0.4, 0.4);
        assertThat(rates.stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(CAPACITY, within(CAPACITY * 0.1));
        assertThat(streams).allSatisfy(stream -> assertThat(stream.errors()).isEmpty());
    }

    @Test
    @Order(2)
    void aPriorityChangedWhileTheyRead_showsInTheRates() throws IOException {
        cluster.coordinator().putTenant("gold", 36);
        Duration reaction = Rates.reaction(streams.get(2), CAPACITY * 0.75);
        System.out.println("a changed priority showed in the rates after " + reaction.toMillis() + " ms");
        assertThat(reaction).isLessThan(REACTION);

        assertThatSharesAre(Rates.over(WINDOW, streams), 1 / 12.0, 2 / 12.0, 9 / 12.0);
        cluster.coordinator().putTenant("gold", 8);
        Rates.reaction(streams.get(1), CAPACITY * 0.4);
        assertThatSharesAre(Rates.over(WINDOW, streams), 0.2, 0.4, 0.4);
    }

    @Test
    @Order(3)
    void aCoordinatorThatDies_changesNothing_andIsHeardWhenItIsBack() throws IOException {
        cluster.coordinator().process().kill();
        assertThatSharesAre(Rates.over(WINDOW, streams), 0.2, 0.4, 0.4);

        cluster.repairControl();
        cluster.coordinator().putTenant("bronze", 16);
        await().until(() -> weight("bronze") == 16);
        assertThatSharesAre(Rates.over(WINDOW, streams), 0.5, 0.25, 0.25);
        cluster.coordinator().putTenant("bronze", 4);
        await().until(() -> weight("bronze") == 4);
        assertThat(streams).allSatisfy(stream -> assertThat(stream.errors()).isEmpty());
    }

    @Test
    @Order(4)
    void volumesOfOneDisk_shareItsCapacity_andHaveTheirBytesEach() throws IOException {
        Set<String> volumes = Set.of(bronze.storage("/data"), bronze.storage("/other"));
        assertThat(volumes).hasSize(2);
        List<Streams> others = List.of(Streams.reading(bronze, "/other", 8), Streams.reading(silver, "/other", 2));
        try {
            Rates.over(WINDOW.dividedBy(2), others);
            List<Streams> all = Stream.concat(streams.stream(), others.stream()).toList();
            List<Double> each = Rates.over(WINDOW, all);
            assertThatSharesAre(
                    List.of(each.get(0) + each.get(3), each.get(1) + each.get(4), each.get(2)), 0.2, 0.4, 0.4);
            assertThat(each.stream().mapToDouble(Double::doubleValue).sum())
                    .isCloseTo(CAPACITY, within(CAPACITY * 0.1));
        } finally {
            others.forEach(Streams::close);
        }
        List<Map<String, Object>> disks = HookFigures.of(cluster.dataNode()).rows("Disks");
        assertThat(disks)
                .extracting(disk -> disk.get("capacitySource"))
                .containsExactlyInAnyOrder("configured", "shared");
        assertThat(HookFigures.of(cluster.dataNode()).rows("Tenants"))
                .filteredOn(tenant -> tenant.get("tenant").equals("silver"))
                .allSatisfy(tenant ->
                        assertThat(((Number) tenant.get("bytes")).longValue()).isPositive())
                .extracting(tenant -> tenant.get("volume"))
                .containsExactlyInAnyOrderElementsOf(volumes);
    }

    @Test
    @Order(5)
    void aTagWithAForgedSignature_paysAsTheDefaultTenant() throws Exception {
        AppTag real = AppTag.parse(cluster.register("app-thief", "gold")).orElseThrow();
        String forged = real.application() + "." + real.keyId() + "." + "0".repeat(86);
        double before = figure("default", "bytes");

        try (Hdfs thief = Hdfs.tagged(cluster.nameNode(), forged)) {
            thief.read("/small");
        }

        await().until(() -> figure("default", "bytes") >= before + SMALL_BYTES);
        assertThat(HookFigures.of(cluster.dataNode()).number("RefusedTags")).isPositive();
    }

    @Test
    @Order(6)
    void writesAreCharged_toWhomTheyAreFor() throws IOException {
        double before = figure("silver", "bytes");
        stopReading();

        String written = silver.write("/written", FILE_BYTES, 2);

        await().until(() -> figure("silver", "bytes") >= before + FILE_BYTES);
        assertThat(silver.read("/written")).isEqualTo(written);
    }

    @Test
    @Order(7)
    void aDataNodeToldToStop_doesNotWaitForSleepers_andKnowsItsTenantsWhenBack() throws IOException {
        cluster.coordinator().process().kill();
        Duration stopping = cluster.restartDataNode(Map.of());
        System.out.println("a DataNode with sleeping transfers stopped within " + stopping.toMillis() + " ms");

        assertThat(HookFigures.of(cluster.dataNode()).text("GrantFreshness")).isEqualTo("STALE");
        gold.read("/data");
        await().until(() -> figure("gold", "bytes") >= FILE_BYTES);
        assertThat(weight("gold")).isEqualTo(8);
    }

    /** The same on each volume. */
    private double weight(String tenant) {
        return HookFigures.of(cluster.dataNode()).rows("Tenants").stream()
                .filter(row -> tenant.equals(row.get("tenant")))
                .mapToDouble(row -> ((Number) row.get("weight")).doubleValue())
                .max()
                .orElse(0);
    }

    private double figure(String tenant, String attribute) {
        return HookFigures.of(cluster.dataNode()).tenant(tenant, attribute);
    }

    private static void assertThatSharesAre(List<Double> rates, double... expected) {
        List<Double> shares = Rates.shares(rates);
        System.out.printf("shares %s, expected %s%n", shares, Arrays.toString(expected));
        for (int i = 0; i < expected.length; i++) {
            assertThat(shares.get(i))
                    .as("share of stream %d in %s", i, shares)
                    .isCloseTo(expected[i], within(expected[i] * TOLERANCE));
        }
    }
}
