package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The mode is switched while readers and writers have the disk; none of them fails, and each switch counts at once. */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ModesIT {

    private static final double CAPACITY = 20 << 20;
    private static final int FILE_BYTES = 24 << 20;
    private static final Duration WINDOW = Duration.ofSeconds(2);

    /** From the command to a DataNode that goes by it. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private Cluster cluster;
    private Hdfs etl;
    private Hdfs gold;
    private List<Streams> readers;
    private Streams writers;

    @BeforeAll
    void startEverything() throws Exception {
        Path folder = RigFolders.folder("modes");
        cluster = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "20m"))
                .start();
        cluster.coordinator().putTenant("etl", 1);
        cluster.coordinator().putTenant("gold", 8);
        etl = Hdfs.tagged(cluster.nameNode(), cluster.register("app-etl", "etl"));
        gold = Hdfs.tagged(cluster.nameNode(), cluster.register("app-gold", "gold"));
        etl.write("/data", FILE_BYTES, 1);
    }

    @AfterAll
    void stopEverything() {
        cluster.close();
    }

    @Test
    void offShadowEnforceATenantAloneAndOff_underLoad_failNobody_andCountAtOnce() throws IOException {
        readers = List.of(Streams.reading(etl, "/data", 6), Streams.reading(gold, "/data", 1));
        writers = Streams.writing(etl, "/written", 2, 8 << 20);
        try {
            await().until(() -> readers.stream().allMatch(stream -> stream.bytes() > 1 << 20));
            assertThat(readRate()).as("it enforces").isLessThan(1.2 * CAPACITY);

            switchTo("off");
            assertThat(readRate()).isGreaterThan(2 * CAPACITY);
            assertThat(waiting()).isZero();
            assertThat(HookFigures.of(cluster.dataNode()).text("State")).isEqualTo("PASSING");
            double counted = figure("etl");

            switchTo("shadow");
            double rate = readRate();
            assertThat(rate).isGreaterThan(2 * CAPACITY);
            assertThat(waiting()).isZero();
            assertThat(figure("etl")).as("it counts").isGreaterThan(counted + rate / 4);
            await().untilAsserted(() -> {
                Map<String, Object> shadow = cluster.coordinator().get("/v1/shadow");
                assertThat(shadow.get("summary").toString()).startsWith("1 of 1 nodes are in shadow");
                assertThat(cluster.coordinator().list("/v1/shadow", "tenants"))
                        .extracting(tenant -> tenant.get("tenant"))
                        .contains("etl", "gold");
            });

            switchTo("enforce");
            List<Double> rates = Rates.over(WINDOW, readers);
            System.out.println("enforced again: " + rates);
            assertThat(rates.get(0) + rates.get(1)).isLessThan(1.2 * CAPACITY);
            assertThat(rates.get(1)).as("nobody pays for what passed").isGreaterThan(rates.get(0));

            cluster.coordinator().put("/v1/modes/tenants/etl", Map.of("mode", "shadow"));
            List<Double> beside = Rates.over(WINDOW, readers);
            System.out.println("etl in shadow, gold enforced: " + beside);
            assertThat(beside.get(0)).isGreaterThan(2 * CAPACITY);
            assertThat(beside.get(1)).isLessThan(1.2 * CAPACITY);
            cluster.coordinator().delete("/v1/modes/tenants/etl");
            List<Double> unused = Rates.over(AT_ONCE, readers);
            assertThat(readRate()).isLessThan(1.2 * CAPACITY);

            switchTo("off");
            assertThat(readRate()).isGreaterThan(2 * CAPACITY);
            assertThat(cluster.coordinator().list("/v1/events", "events"))
                    .filteredOn(event -> "mode.changed".equals(event.get("event")))
                    .hasSize(6);
        } finally {
            readers.forEach(Streams::close);
            writers.close();
        }
        readers.forEach(stream -> assertThat(stream.errors()).isEmpty());
        assertThat(writers.errors()).isEmpty();
        switchTo("enforce");
        await().untilAsserted(
                        () -> assertThat(rows("slots")).as("no stream is left").isZero());
        assertThat(HookFigures.of(cluster.dataNode()).number("Errors")).isZero();
        assertThat(gold.read("/data")).isEqualTo(etl.read("/data"));
    }

    private void switchTo(String mode) throws IOException {
        long from = System.nanoTime();
        cluster.coordinator().put("/v1/modes/cluster", Map.of("mode", mode));
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> HookFigures.of(cluster.dataNode()).text("Mode").equals(mode));
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        System.out.println("the mode " + mode + " counted after " + took.toMillis() + " ms");
        assertThat(took).isLessThan(AT_ONCE);
    }

    private double readRate() {
        return Rates.over(WINDOW, readers).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private double waiting() {
        return rows("sleeping");
    }

    private double rows(String attribute) {
        return HookFigures.of(cluster.dataNode()).rows("Tenants").stream()
                .mapToDouble(row -> ((Number) row.get(attribute)).doubleValue())
                .sum();
    }

    private double figure(String tenant) {
        return HookFigures.of(cluster.dataNode()).tenant(tenant, "bytes");
    }
}
