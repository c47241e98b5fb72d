package io.hdfsthrottle.coordinator.feature.mode;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.Faults;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A canary and three peers, second by second, with noisy loads that come and go together. */
final class ComparisonTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant LIMITED = Tenant.named("limited");
    private static final int NODES = 4;
    private static final int SOON = 30;
    private static final int MEBI = 1 << 20;

    private final Random random = new Random(7);
    private Comparison comparison = new Comparison(Canary.of("dn0", Bounds.USUAL), 0);
    private final long[] bytes = new long[NODES];
    private final long[][] reads = new long[NODES][ReadTimes.PLACES];
    private int readsPerSecond;
    private double slownessOfSlowestReads = 1;
    private long second;
    private double speed = 1;
    private long errors;
    private int peers = NODES - 1;
    private Mode mode = Mode.ENFORCE;
    private boolean isSilent;
    private boolean isForgotten;
    private long silentSince;
    private double streamsOfLimited;

    private Optional<String> turn() {
        second++;
        double load = second / 60 % 3 == 0 ? 0.2 : 1;
        List<NodeReport> reports = new ArrayList<>();
        for (int node = 0; node <= peers; node++) {
            if (node > 0 || !isForgotten) {
                reports.add(report(node, load));
            }
        }
        return comparison.next(reports, TimeUnit.SECONDS.toNanos(second));
    }

    private NodeReport report(int node, double load) {
        int streams = Math.max(1, (int) (12 * load * (1 + 0.3 * random.nextGaussian())));
        double moved = 8.0 * MEBI * streams * Math.max(0.2, 1 + 0.3 * random.nextGaussian());
        bytes[node] += (long) (moved * (node == 0 ? speed : 1));
        for (int i = 0; i < readsPerSecond; i++) {
            double millis =
                    (second * readsPerSecond + i) % 30 == 0 ? 300 * (node == 0 ? slownessOfSlowestReads : 1) : 120;
            reads[node][ReadTimes.place((long) (millis * 1e6))]++;
        }
        TenantUsage usage = TenantUsage.of(ETL, 1, bytes[node], Rate.ZERO, Rate.ZERO, true, Duration.ZERO)
                .with(streams);
        TenantUsage limited = TenantUsage.of(LIMITED, 1, 0, Rate.ZERO, Rate.ZERO, true, Duration.ZERO)
                .limitedTo(Rate.parse("1m"))
                .with(node == 0 ? (int) streamsOfLimited : 0);
        UsageReport report = UsageReport.of(
                        "dn" + node,
                        GrantVersion.NONE,
                        node == 0 && mode == Mode.ENFORCE,
                        List.of(VolumeUsage.of("DS-" + node, null, List.of(usage, limited))))
                .withFaults(node == 0 ? Faults.of(errors, 0, 0) : Faults.NONE)
                .withReads(ReadTimes.counted(place -> reads[node][place]))
                .inMode(node == 0 ? mode : Mode.SHADOW);
        Duration age = node == 0 && isSilent ? Duration.ofSeconds(second - silentSince) : Duration.ZERO;
        return new NodeReport(report, age, age.toSeconds() <= 10);
    }

    /** The second in which it has to go back, of so many. */
    private Optional<String> within(int seconds) {
        Optional<String> worse = Optional.empty();
        for (int i = 0; i < seconds && worse.isEmpty(); i++) {
            worse = turn();
        }
        return worse;
    }

    private void isFineForAMinute() {
        assertThat(within(61)).isEmpty();
    }

    @Test
    void equalNode_neverGoesBackInAnHour() {
        assertThat(within(3_600)).isEmpty();
        assertThat(comparison.standing()).contains("each of 3 peers", "MiB of a stream");
    }

    @Test
    void nodeThatIsHalfAsFast_goesBackWithin30Seconds() {
        isFineForAMinute();
        speed = 0.5;
        assertThat(within(SOON)).hasValueSatisfying(why -> assertThat(why).contains("MiB/s", "peers", ", for 15 s"));
    }

    @Test
    void nodeThatIsSlowForAFewSeconds_staysAsItIs() {
        isFineForAMinute();
        speed = 0.4;
        assertThat(within(8)).isEmpty();
        speed = 1;
        assertThat(within(60)).isEmpty();
    }

    @Test
    void nodeThatMovesNothing_goesBack() {
        isFineForAMinute();
        speed = 0;
        assertThat(within(SOON)).isPresent();
    }

    @Test
    void nodeThatStopsReporting_goesBack_whetherItIsRememberedOrNot() {
        isFineForAMinute();
        isSilent = true;
        silentSince = second;
        assertThat(within(5)).isEmpty();
        isForgotten = true;
        assertThat(within(6)).contains("it has not reported for 10 s");
    }

    @Test
    void nodeThatDoesNotEnforce_goesBack() {
        mode = Mode.SHADOW;
        assertThat(within(SOON)).contains("it does not enforce, for 15 s");
    }

    @Test
    void nodeWhosePeersAreGone_goesBack() {
        isFineForAMinute();
        peers = 0;
        assertThat(within(SOON)).contains("no node in shadow reports to compare it with, for 15 s");
    }

    @Test
    void errorsOfItsHook_takeItBack() {
        isFineForAMinute();
        errors = 1;
        assertThat(within(SOON)).hasValueSatisfying(why -> assertThat(why).startsWith("its hook had 1 errors"));
    }

    private void boundReadsAt(int percent) {
        comparison = new Comparison(Canary.of("dn0", new Bounds(150, 50, 0, 15, Optional.of(percent))), 0);
        readsPerSecond = 10;
    }

    @Test
    void slowestReads_takeItBack_ifTheyAreBounded() {
        boundReadsAt(150);
        isFineForAMinute();
        slownessOfSlowestReads = 2;
        assertThat(within(2 * SOON))
                .hasValueSatisfying(why -> assertThat(why).contains("of 100 reads, 99 take at most", ", for 15 s"));
    }

    @Test
    void slowestReads_areToldAndChangeNothing_ifTheyAreNotBounded_orNotSoSlow() {
        readsPerSecond = 10;
        slownessOfSlowestReads = 2;
        assertThat(within(600)).isEmpty();
        assertThat(comparison.standing())
                .containsPattern(
                        "; of 100 reads, 99 take at most 6\\d\\d\\.\\d ms a MiB, those of its peers 3\\d\\d\\.\\d ms$");
        boundReadsAt(300);
        second = 0;
        assertThat(within(600)).isEmpty();
    }

    @Test
    void equalReads_takeNobodyBackInAnHour() {
        boundReadsAt(125);
        assertThat(within(3_600)).isEmpty();
    }

    @Test
    void fewReads_sayNothing() {
        boundReadsAt(150);
        readsPerSecond = 2;
        slownessOfSlowestReads = 10;
        assertThat(within(600)).isEmpty();
        assertThat(comparison.standing()).doesNotContain("reads");
    }

    @Test
    void restartedNode_hasNoReadsFromBefore() {
        boundReadsAt(150);
        isFineForAMinute();
        reads[0] = new long[ReadTimes.PLACES];
        bytes[0] = 0;
        assertThat(within(120)).isEmpty();
    }

    @Test
    void streamsOfATenantThatIsLimited_areNotHeldAgainstIt() {
        streamsOfLimited = 200;
        assertThat(within(600)).isEmpty();
    }

    @Test
    void restartedNode_isComparedAnew_andItsOldBytesDoNotCount() {
        isFineForAMinute();
        bytes[0] = 0;
        bytes[2] = 0;
        assertThat(within(120)).isEmpty();
    }
}
