package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.tier.Tier.Kind;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.Step;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class MigrationTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final String FOLDER = "/tmp/etl";
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long START = 100 * HOUR;
    private static final Quiet IS_QUIET = new Quiet(true, OptionalLong.of(0), 0, 0);
    private static final Quiet IS_BUSY = new Quiet(false, OptionalLong.empty(), 0, 0.7);

    static TierSettings settings(long atOnce) {
        return new TierSettings(
                true,
                List.of(URI.create("http://nn:9870")),
                "hdfs",
                Optional.empty(),
                Optional.empty(),
                0.2,
                0.4,
                Duration.ofMinutes(1),
                Duration.ofSeconds(1),
                atOnce);
    }

    private final ModelHdfs hdfs = new ModelHdfs();
    private final Tier temporary = Tier.of(Kind.TEMPORARY, FOLDER, null, OptionalLong.empty(), Duration.ofHours(1));
    private long now = START;
    private Quiet quiet = IS_QUIET;

    private static TenantTiers alone(Tier tier) {
        return tier.kind() == Kind.TEMPORARY
                ? new TenantTiers(ETL, Optional.of(tier), Optional.empty())
                : new TenantTiers(ETL, Optional.empty(), Optional.of(tier));
    }

    private Migration of(TenantTiers tiers, Tier tier, long atOnce) {
        hdfs.folder("/tmp");
        hdfs.folder(FOLDER);
        return new Migration(tiers, tier, settings(atOnce));
    }

    private void go(Migration migration, int turns) throws IOException {
        for (int i = 0; i < turns; i++) {
            now += 2_000;
            migration.go(hdfs, new Migration.Circumstances(() -> quiet, now * 1_000_000, now, step -> {}));
        }
    }

    @Test
    void newFolder_getsItsPolicyAndQuota_once() throws Exception {
        Tier bounded = Tier.of(Kind.TEMPORARY, FOLDER, "ALL_SSD", OptionalLong.of(10L << 30), Duration.ofHours(1));
        quiet = IS_BUSY;

        go(of(alone(bounded), bounded, 1), 5);

        assertThat(hdfs.steps())
                .containsExactly(
                        new Step.SetPolicy(FOLDER, StoragePolicy.ALL_SSD), new Step.SetQuota(FOLDER, "SSD", 10L << 30));
    }

    @Test
    void oldFile_goesOnWhenDisksAreQuiet_andAYoungOneStays() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        hdfs.folder(FOLDER + "/day");
        hdfs.file(FOLDER + "/day/old", 100, now - HOUR - 1);
        hdfs.file(FOLDER + "/day/young", 100, now);
        quiet = IS_BUSY;
        go(migration, 3);
        assertThat(migration.status(quiet).state()).isEqualTo("waiting");
        assertThat(migration.status(quiet).why()).contains("contention 0.70").contains("tiers.quiet.below");
        assertThat(migration.status(quiet).waitingBytes()).isEqualTo(300);
        assertThat(hdfs.requested()).isEmpty();

        quiet = IS_QUIET;
        go(migration, 3);
        assertThat(hdfs.requested()).containsExactly(FOLDER + "/day/old");
        assertThat(migration.status(quiet).state()).isEqualTo("moving");
        assertThat(migration.status(quiet).movingBytes()).isEqualTo(300);

        for (int i = 0; i < ModelHdfs.REPLICAS; i++) {
            hdfs.work();
        }
        go(migration, 3);
        assertThat(hdfs.named(FOLDER + "/day/old")).isEqualTo(StoragePolicy.HOT);
        assertThat(hdfs.find(FOLDER + "/day/young").orElseThrow().ssd()).isEqualTo(ModelHdfs.REPLICAS);
        TierStatus after = migration.status(quiet);
        assertThat(after.state()).isEqualTo("idle");
        assertThat(after.movedBytes()).isEqualTo(300);
        assertThat(after.files()).isEqualTo(1);
        assertThat(after.usedBytes()).isEqualTo(300);
    }

    @Test
    void disksThatGetBusyBetweenTwoSteps_endTheMigrationAtOnce() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        for (int i = 0; i < 10; i++) {
            hdfs.file(FOLDER + "/file-" + i, 1, i);
        }
        hdfs.disturbedBy(call -> {
            if (call.equals("satisfy the storage policy of " + FOLDER + "/file-3 done")) {
                quiet = IS_BUSY;
            }
        });
        go(migration, 5);
        assertThat(hdfs.requested()).hasSize(4).doesNotContain(FOLDER + "/file-4");
        assertThat(hdfs.named(FOLDER + "/file-4")).isEqualTo(StoragePolicy.ALL_SSD);
    }

    @Test
    void noMoreMovesAtATime_thanTheSettingsSay() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1_000);
        go(migration, 1);
        for (int i = 0; i < 20; i++) {
            hdfs.file(FOLDER + "/file-" + i, 100, i);
        }
        go(migration, 10);
        assertThat(hdfs.requested()).hasSize(4);
        hdfs.work();
        hdfs.work();
        go(migration, 1);
        assertThat(hdfs.requested()).hasSizeBetween(4, 10);
    }

    @Test
    void oldestFiles_goBeforeTheirTime_whereTheQuotaIsNearlyFull() throws Exception {
        Tier bounded = Tier.of(Kind.STABLE, FOLDER, "ONE_SSD", OptionalLong.of(1L << 10), Duration.ofHours(1000));
        Migration migration = of(alone(bounded), bounded, 1 << 30);
        go(migration, 1);
        for (int i = 0; i < 10; i++) {
            hdfs.file(FOLDER + "/file-" + i, 100, now - i);
        }
        go(migration, 5);
        assertThat(hdfs.requested()).containsExactly(FOLDER + "/file-9");
        assertThat(hdfs.used(FOLDER, "SSD")).isEqualTo(900);
    }

    @Test
    void temporaryFile_goesToTheStableTiersPolicyFirst() throws Exception {
        Tier stable = Tier.of(Kind.STABLE, "/data/etl", "ONE_SSD", OptionalLong.empty(), Duration.ofHours(10));
        TenantTiers both = new TenantTiers(ETL, Optional.of(temporary), Optional.of(stable));
        Migration migration = of(both, temporary, 1 << 30);
        go(migration, 1);
        hdfs.file(FOLDER + "/old", 100, now - 2 * HOUR);
        go(migration, 5);
        assertThat(hdfs.named(FOLDER + "/old")).isEqualTo(StoragePolicy.ONE_SSD);
        assertThat(both.next(temporary)).isEqualTo(StoragePolicy.ONE_SSD);

        now += 9 * HOUR;
        go(migration, 5);
        assertThat(hdfs.named(FOLDER + "/old")).isEqualTo(StoragePolicy.HOT);
    }

    @Test
    void memoryThatIsFull_passesNewFilesOnToDisk_untilThereIsRoomAgain() throws Exception {
        Tier memory = Tier.of(Kind.TEMPORARY, FOLDER, "LAZY_PERSIST", OptionalLong.of(1L << 10), Duration.ofHours(1));
        Migration migration = of(alone(memory), memory, 1 << 30);
        go(migration, 2);
        assertThat(hdfs.named(FOLDER)).isEqualTo(StoragePolicy.LAZY_PERSIST);
        hdfs.file(FOLDER + "/a", 400, now);
        hdfs.file(FOLDER + "/b", 624, now + HOUR / 2);
        go(migration, 3);
        assertThat(hdfs.named(FOLDER)).isEqualTo(StoragePolicy.HOT);
        assertThat(hdfs.requested()).isEmpty();
        hdfs.file(FOLDER + "/c", 400, now);
        assertThat(hdfs.named(FOLDER + "/c")).isEqualTo(StoragePolicy.HOT);

        now += HOUR;
        go(migration, 3);
        assertThat(hdfs.named(FOLDER)).isEqualTo(StoragePolicy.LAZY_PERSIST);
        assertThat(hdfs.named(FOLDER + "/b")).isEqualTo(StoragePolicy.LAZY_PERSIST);
    }

    @Test
    void satisfierThatIsOff_isTold_andNothingElseIsSetMeanwhile() throws Exception {
        hdfs.satisfies(false);
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        for (int i = 0; i < 5; i++) {
            hdfs.file(FOLDER + "/file-" + i, 100, i);
        }
        go(migration, 2);
        assertThat(migration.status(quiet).state()).isEqualTo("trouble");
        assertThat(migration.status(quiet).why()).isEqualTo("the satisfier is off");
        long set = hdfs.files().keySet().stream()
                .filter(path -> hdfs.named(path) == StoragePolicy.HOT)
                .count();
        assertThat(set).isEqualTo(1);

        hdfs.satisfies(true);
        go(migration, 10);
        assertThat(hdfs.requested()).hasSize(5);
        assertThat(migration.status(quiet).why()).isNull();
    }

    /** The number of requests for files below the folder. */
    private long requests() {
        return hdfs.steps().stream().filter(Step.Satisfy.class::isInstance).count();
    }

    @Test
    void requestThatIsLost_isRepeatedAfterOneInterval() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        hdfs.file(FOLDER + "/file", 100, 0);
        go(migration, 2);
        assertThat(hdfs.requested()).hasSize(1);

        hdfs.requested().clear();
        go(migration, 2);

        assertThat(hdfs.requested()).hasSize(1);
    }

    @Test
    void slowSatisfier_isAskedLessAndLessOften() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        hdfs.file(FOLDER + "/file", 100, 0);

        go(migration, 100);

        // Intervals of 1, 2, 4, 8, 16 and then 32 seconds; a request is due in the first turn of 2 s after that.
        assertThat(requests()).isEqualTo(11);
    }

    @Test
    void folderThatIsMissing_isTrouble_untilItIsThere() throws Exception {
        Migration migration = new Migration(alone(temporary), temporary, settings(1));
        go(migration, 2);
        assertThat(migration.status(quiet).why()).isEqualTo("there is no " + FOLDER);
        hdfs.folder("/tmp");
        hdfs.folder(FOLDER);
        go(migration, 2);
        assertThat(migration.status(quiet).state()).isEqualTo("idle");
    }

    @Test
    void fileThatWasWrittenAgainMeanwhile_stays() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        go(migration, 1);
        hdfs.file(FOLDER + "/file", 100, 0);
        quiet = IS_BUSY;
        go(migration, 1);
        assertThat(migration.status(quiet).waitingFiles()).isEqualTo(1);
        hdfs.file(FOLDER + "/file", 100, now);
        hdfs.disturbedBy(call -> {
            if (call.equals("list")) {
                throw new UncheckedIOException(new IOException("not now"));
            }
        });
        quiet = IS_QUIET;
        now -= 1_999;
        go(migration, 1);
        assertThat(hdfs.requested()).isEmpty();
    }

    @Test
    void unreachableNameNode_isTold_andLosesNothing() throws Exception {
        Migration migration = of(alone(temporary), temporary, 1 << 30);
        hdfs.disturbedBy(call -> {
            throw new UncheckedIOException(new IOException("nobody answers"));
        });
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> go(migration, 1));
        assertThat(migration.status(quiet).why()).isEqualTo("nobody answers");
        hdfs.disturbedBy(call -> {});
        go(migration, 2);
        assertThat(migration.status(quiet).state()).isEqualTo("idle");
    }
}
