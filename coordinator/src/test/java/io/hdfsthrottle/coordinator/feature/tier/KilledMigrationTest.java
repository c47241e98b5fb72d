package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.tier.ModelHdfs.Node;
import io.hdfsthrottle.coordinator.feature.tier.Tier.Kind;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, every file is there as it was written, nothing moves while disks are busy, and in the end all that
 * has to go on has. A coordinator that is killed before or after any step, NameNodes that do not answer, a satisfier
 * that forgets, files that come and go. Cases are drawn from seeds; {@code -Dtier.cases=100000} tries more of them,
 * {@code -Dtier.seed=N} another.
 */
@Tag("slow")
final class KilledMigrationTest {
    private static final int CASES = Integer.getInteger("tier.cases", 2_000);
    private static final long SEED = Long.getLong("tier.seed", 20_261_125L);
    private static final int TURNS = 60;
    private static final int MOST_CALM_TURNS = 2_000;
    private static final int IDLE_TURNS = 5;
    private static final String FOLDER = "/tmp/etl";
    private static final String ELSEWHERE = "/data";
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    /** Counts over all cases, which show that the tested events did occur. */
    private int kills;

    private int killedBetween;
    private int silences;
    private int moves;
    private int stops;

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final class Case {
        private final SplittableRandom random;
        private final ModelHdfs hdfs = new ModelHdfs();
        private final Tier tier;
        private final TenantTiers tiers;
        private final Map<String, Node> written = new HashMap<>();
        private Migration migration;
        private long now = 1_000 * MINUTE;
        private long nanos;
        private boolean quiet = true;
        private boolean calm;

        Case(long seed) {
            random = new SplittableRandom(seed);
            OptionalLong quota = random.nextBoolean() ? OptionalLong.of(2L << 10) : OptionalLong.empty();
            tier = random.nextBoolean()
                    ? Tier.of(Kind.TEMPORARY, FOLDER, "ALL_SSD", quota, Duration.ofMinutes(10))
                    : Tier.of(
                            Kind.STABLE,
                            FOLDER,
                            random.nextBoolean() ? "ALL_SSD" : "ONE_SSD",
                            quota,
                            Duration.ofMinutes(10));
            Optional<Tier> stable = tier.kind() == Kind.STABLE
                    ? Optional.of(tier)
                    : random.nextBoolean()
                            ? Optional.empty()
                            : Optional.of(Tier.of(
                                    Kind.STABLE, "/other", "ONE_SSD", OptionalLong.empty(), Duration.ofMinutes(20)));
            tiers = new TenantTiers(
                    Tenant.named("etl"), tier.kind() == Kind.STABLE ? Optional.empty() : Optional.of(tier), stable);
            for (String folder : new String[] {"/tmp", FOLDER, FOLDER + "/a", FOLDER + "/a/b", ELSEWHERE}) {
                hdfs.folder(folder);
            }
            for (int i = 0; i < 5; i++) {
                hdfs.file(ELSEWHERE + "/file-" + i, 10, 0);
            }
            hdfs.disturbedBy(this::disturb);
            restart();
        }

        private void restart() {
            migration = new Migration(tiers, tier, MigrationTest.settings(random.nextInt(1, 2_000)));
        }

        private void disturb(String call) {
            boolean step = call.startsWith("s") && call.contains(FOLDER + "/");
            if (step && !call.endsWith(" done")) {
                assertThat(quiet).as("quiet when HDFS is told to %s", call).isTrue();
                moves++;
            }
            if (calm) {
                return;
            }
            int fate = random.nextInt(40);
            if (fate == 0) {
                if (call.endsWith(" done")) {
                    killedBetween++;
                }
                throw new Killed();
            }
            if (fate == 1 && !call.endsWith(" done")) {
                silences++;
                throw new UncheckedIOException(new IOException("nobody answers"));
            }
            if (fate == 2 && call.endsWith(" done") && quiet) {
                stops++;
                quiet = false;
            }
        }

        private void tick() {
            nanos += Duration.ofSeconds(2).toNanos();
            now += calm ? 0 : 2_000;
            try {
                migration.go(
                        hdfs,
                        new Migration.Circumstances(
                                () -> new Quiet(quiet, OptionalLong.empty(), 0, 0), nanos, now, step -> {}));
            } catch (Killed killed) {
                kills++;
                restart();
            } catch (IOException silent) {
                assertThat(silent).hasMessage("nobody answers");
            }
        }

        private void happen() {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    String path = FOLDER + (random.nextBoolean() ? "" : random.nextBoolean() ? "/a" : "/a/b") + "/file-"
                            + random.nextInt(20);
                    written.put(path, hdfs.file(path, random.nextInt(1, 200), now - random.nextInt(20) * MINUTE));
                }
                case 3 ->
                    written.keySet().stream().findAny().ifPresent(path -> {
                        hdfs.delete(path);
                        written.remove(path);
                    });
                case 4 -> hdfs.forgetSome(random);
                case 5 -> now += random.nextInt(5) * MINUTE;
                case 6 -> quiet = random.nextBoolean();
                default -> hdfs.work();
            }
        }

        void run() {
            for (int i = 0; i < TURNS; i++) {
                happen();
                tick();
                checkThatAllIsThere();
            }
            calm = true;
            quiet = true;
            int idle = 0;
            for (int i = 0; i < MOST_CALM_TURNS && idle < IDLE_TURNS; i++) {
                hdfs.work();
                tick();
                idle = state().equals("idle") && hdfs.requested().isEmpty() ? idle + 1 : 0;
            }
            assertThat(idle).as("turns without anything to do; %s", state()).isEqualTo(IDLE_TURNS);
            checkThatAllIsThere();
            checkThatAllHaveGoneOn();
        }

        private String state() {
            return migration
                    .status(new Quiet(quiet, OptionalLong.empty(), 0, 0))
                    .state();
        }

        private void checkThatAllIsThere() {
            Map<String, Node> files = hdfs.files();
            files.keySet().removeIf(path -> path.startsWith(ELSEWHERE));
            assertThat(files).isEqualTo(written);
            assertThat(hdfs.steps()).allMatch(step -> (step.path() + "/").startsWith(FOLDER + "/"));
        }

        private void checkThatAllHaveGoneOn() {
            assertThat(hdfs.named(FOLDER)).isEqualTo(tier.policy());
            assertThat(hdfs.quota(FOLDER, "SSD")).isEqualTo(tier.quotaBytes().orElse(0));
            hdfs.files().forEach((path, file) -> {
                if (path.startsWith(FOLDER)) {
                    StoragePolicy policy = hdfs.named(path);
                    assertThat(policy.misplaced(file.ssd(), ModelHdfs.REPLICAS))
                            .as(path)
                            .isZero();
                    boolean goesOn = tiers.step(tier, policy).isPresent()
                            && file.modified() + tiers.after(tier, policy).toMillis() <= now;
                    assertThat(goesOn).as("%s is %s", path, policy).isFalse();
                }
            });
            if (tier.quotaBytes().isPresent()) {
                assertThat((double) hdfs.used(FOLDER, "SSD"))
                        .isLessThanOrEqualTo(Tier.FULL * tier.quotaBytes().getAsLong());
                assertThat(hdfs.counted(FOLDER, "SSD"))
                        .isLessThanOrEqualTo(
                                hdfs.used(FOLDER, "SSD") + tier.quotaBytes().getAsLong() / 10);
            }
        }
    }

    @Test
    void coordinatorThatIsKilledAtAnyStep_losesNoFile_andAllGoOnInTheEnd() {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED + i;
            try {
                new Case(seed).run();
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError("with -Dtier.seed=" + seed + " -Dtier.cases=1", failed);
            }
        }
        assertThat(kills).as("kills").isGreaterThan(CASES);
        if (CASES >= 100) {
            assertThat(killedBetween).as("killed after a step").isGreaterThan(CASES / 10);
            assertThat(silences).as("silences").isGreaterThan(CASES / 10);
            assertThat(moves).as("moves").isGreaterThan(CASES);
            assertThat(stops).as("stops").isGreaterThan(CASES / 10);
        }
    }
}
