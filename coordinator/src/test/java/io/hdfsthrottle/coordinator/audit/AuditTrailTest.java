package io.hdfsthrottle.coordinator.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.RuleMatchTest;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditTrailTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-24T12:00:00Z"), ZoneOffset.UTC);
    private static final Origin ADMIN = new Origin("carol", "10.0.0.1");
    private static final Tenant GOLD = Tenant.named("gold");

    @TempDir
    private Path folder;

    private final HandSetTicker ticker = new HandSetTicker();

    private AuditTrail trail(long fileBytes, long totalBytes) throws IOException {
        return AuditTrail.open(
                new AuditSettings(Optional.of(folder.resolve("log/audit.log")), fileBytes, totalBytes), NOON, ticker);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("log/audit.log"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("log"))) {
            return files.sorted().toList();
        }
    }

    private static void changeGold(AuditTrail trail, int from, int to) {
        trail.tenant(
                ADMIN,
                GOLD,
                Policy.INITIAL.with(TenantTerms.of(GOLD, from)),
                Policy.INITIAL.with(new TenantTerms(GOLD, to, Rate.ZERO, Rate.ofBytesPerSecond(100))));
    }

    @Test
    void change_saysWhoChangedWhatFromWhatToWhatWhenAndFromWhere() throws Exception {
        try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
            changeGold(trail, 8, 9);
        }

        assertThat(lines())
                .containsExactly(
                        "{\"id\":1795521600000000,\"time\":\"2026-11-24T12:00:00Z\","
                                + "\"event\":\"tenant.changed\",\"name\":\"gold\",\"by\":\"carol\",\"from\":\"10.0.0.1\","
                                + "\"before\":{\"priority\":8,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":null,\"shortCircuit\":\"tcp\"},"
                                + "\"after\":{\"priority\":9,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":100,\"shortCircuit\":\"tcp\"},\"detail\":null}");
    }

    @Test
    void everyKindOfChange_hasItsName() throws Exception {
        Policy with = Policy.INITIAL
                .with(TenantTerms.of(GOLD, 8))
                .withRule(RuleMatchTest.match("alice", null, null, null).to("r", GOLD), OptionalInt.empty());
        Application alice = Application.registering("app", "Count", "alice", "gold", 100);
        try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
            trail.tenant(ADMIN, GOLD, Policy.INITIAL, with);
            trail.tenant(ADMIN, GOLD, with, Policy.INITIAL);
            trail.rule(ADMIN, "r", Policy.INITIAL, with);
            trail.rule(ADMIN, "r", with, Policy.INITIAL);
            trail.application(ADMIN, Optional.empty(), Optional.of(alice), each -> Optional.of(GOLD));
            trail.application(ADMIN, Optional.of(alice), Optional.of(alice), each -> Optional.of(GOLD));
            trail.application(ADMIN, Optional.of(alice), Optional.empty(), each -> Optional.of(GOLD));
            trail.application(Origin.ITSELF, Optional.of(alice), Optional.empty(), each -> Optional.empty());
            trail.happened(Origin.ITSELF, "keys.changed", "signing.keys", "[k1] to [k2, k1]");

            assertThat(trail.since(0))
                    .extracting(Event::event)
                    .containsExactlyInAnyOrder(
                            "keys.changed",
                            "application.expired",
                            "application.ended",
                            "application.moved",
                            "application.registered",
                            "rule.deleted",
                            "rule.created",
                            "tenant.deleted",
                            "tenant.created");
            assertThat(trail.since(0)).extracting(Event::id).doesNotHaveDuplicates();
            assertThat(trail.since(trail.since(0).stream()
                            .map(Event::id)
                            .sorted()
                            .toList()
                            .get(6)))
                    .hasSize(2);
        }
        assertThat(lines()).hasSize(9);
    }

    @Test
    void hostileText_staysWithinItsLineAndItsAscii() throws Exception {
        String hostile = "x\"}\n{\"event\":\"forged\"}\r\u2028\u0085\u001b[2J\u009b2J\u202e" + "y".repeat(100_000);
        try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
            trail.refused(Origin.unknown(hostile), "GET /" + hostile, hostile);
        }

        assertThat(lines()).hasSize(1);
        String line = lines().get(0);
        assertThat(line).matches("[ -~]+").hasSizeLessThan(4_000);
        assertThat(JsonObject.parse(line).text("event")).isEqualTo("refused");
        assertThat(JsonObject.parse(line).text("name")).startsWith("GET /x\"}\n");
    }

    @RepeatedTest(3)
    void file_isRotatedAtItsSizeAndTheOldestAreRemoved() throws Exception {
        try (AuditTrail trail = trail(64 << 10, 256 << 10)) {
            for (int i = 0; i < 3_000; i++) {
                changeGold(trail, 1, 2);
            }
            for (int i = 0; i < 2_000; i++) {
                changeGold(trail, 3, 4);
            }
        }

        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
            assertThat(Files.size(file)).as("%s", file).isLessThan(80 << 10);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r-----");
        }
        assertThat(files()).hasSizeGreaterThan(3);
        assertThat(bytes).isBetween(192L << 10, 320L << 10);
        assertThat(lines().get(lines().size() - 1)).contains("\"before\":{\"priority\":3");
    }

    @Test
    void restart_appends() throws Exception {
        for (int i = 1; i <= 3; i++) {
            try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
                changeGold(trail, i, i + 1);
            }
        }

        assertThat(lines()).hasSize(3);
    }

    @Test
    void fileThatCannotBeWritten_isRefusedNamingTheSetting() throws Exception {
        Path taken = Files.writeString(folder.resolve("log"), "a file, no folder");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> trail(1 << 20, 1 << 20))
                .withMessageContainingAll("audit.file", taken.toString(), "/var/log/hdfs-throttle/audit.log");
    }

    @Test
    void refusals_areRecordedAtABoundedRateAndTheRestCounted() throws Exception {
        try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
            for (int i = 0; i < 5_000; i++) {
                trail.refused(Origin.unknown("10.6.6.6"), "PUT /v1/tenants/gold", "401: A credential is needed");
            }
            assertThat(trail.since(0)).hasSize(RefusalRate.BURST);
            trail.tellCounted();
            assertThat(trail.since(0))
                    .extracting(Event::detail)
                    .anyMatch(detail -> detail.startsWith((5_000 - RefusalRate.BURST) + " more requests"));

            ticker.advance(Duration.ofSeconds(2));
            for (int i = 0; i < 5; i++) {
                trail.refused(Origin.unknown("10.6.6.6"), "PUT /v1/tenants/gold", "401: A credential is needed");
            }
            assertThat(trail.since(0)).hasSize(RefusalRate.BURST + 1 + 2);
        }
    }

    @Test
    void floodOfOneKind_doesNotDriveOutWhoChangedATenant() throws Exception {
        Application alice = Application.registering("app", "Count", "alice", "gold", 100);
        try (AuditTrail trail = trail(1 << 20, 1 << 20)) {
            changeGold(trail, 8, 9);
            List<Event> before = new ArrayList<>(trail.since(0));
            for (int i = 0; i < 3 * EventRing.MOST; i++) {
                trail.application(ADMIN, Optional.empty(), Optional.of(alice), each -> Optional.of(GOLD));
                ticker.advance(Duration.ofSeconds(1));
                trail.refused(Origin.unknown("10.6.6.6"), "PUT /v1/tenants/gold", "401");
            }

            assertThat(trail.since(0)).hasSize(2 * EventRing.MOST + 1).containsAll(before);
        }
    }
}
