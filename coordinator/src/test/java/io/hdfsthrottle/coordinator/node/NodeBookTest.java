package io.hdfsthrottle.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.RuleUsage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeBookTest {
    private static final Duration EXPIRY = Duration.ofSeconds(10);
    private static final String HERE = "10.0.0.5";
    private static final String THERE = "10.0.0.6";

    private final HandSetTicker ticker = new HandSetTicker();
    private final NodeBook book = new NodeBook(ticker, EXPIRY, 2, 1 << 20);

    private static UsageReport report(String node) {
        return UsageReport.of(node, GrantVersion.of(1, 1), true, List.of());
    }

    @Test
    void node_fallsSilentAndIsForgotten() {
        book.report("dn1:9866", report("dn1:9866"), HERE);
        ticker.advance(EXPIRY);
        assertThat(book.node("dn1:9866").orElseThrow().answering()).isTrue();
        assertThat(book.answering()).isEqualTo(1);

        ticker.advance(Duration.ofMillis(1));
        assertThat(book.node("dn1:9866").orElseThrow().answering()).isFalse();
        assertThat(book.node("dn1:9866").orElseThrow().age()).isEqualTo(EXPIRY.plusMillis(1));

        ticker.advance(EXPIRY.multipliedBy(60));
        book.expire();
        assertThat(book.nodes()).isEmpty();
    }

    @Test
    void nodes_areBounded() {
        book.report("dn1", report("dn1"), HERE);
        book.report("dn2", report("dn2"), HERE);

        assertThatExceptionOfType(TooManyNodes.class).isThrownBy(() -> book.report("dn3", report("dn3"), HERE));
        book.report("dn1", report("dn1"), HERE);
    }

    @Test
    void nodesOfOneHost_areBounded_soThatItsKeyTakesNoMoreRoom() {
        NodeBook wide = new NodeBook(ticker, EXPIRY, 1_000, 1 << 30);
        for (int port = 1; port <= 64; port++) {
            wide.report("dn1:" + port, report("dn1:" + port), HERE);
        }

        assertThatExceptionOfType(TooManyNodes.class)
                .isThrownBy(() -> wide.report("dn1:65", report("dn1:65"), HERE))
                .withMessageContaining("nodes of host dn1");
        wide.report("dn1:1", report("dn1:1"), HERE);
        wide.report("dn10:1", report("dn10:1"), HERE);
    }

    @Test
    void node_speaksForItselfAlone() {
        assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> book.report("dn1", report("dn2"), HERE));
    }

    @Test
    void report_isBounded() {
        TenantUsage line = TenantUsage.of(Tenant.DEFAULT, 1, 0, Rate.ZERO, Rate.ZERO, false, Duration.ZERO);
        List<VolumeUsage> volumes = Collections.nCopies(
                2, VolumeUsage.of("DS-1", null, Collections.nCopies(NodeBook.MOST_LINES / 2 + 1, line)));
        UsageReport much = UsageReport.of("dn1", GrantVersion.NONE, true, volumes);

        assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> book.report("dn1", much, HERE));
    }

    @Test
    void volumeOfALongName_isRefused() {
        UsageReport wide = UsageReport.of(
                "dn1", GrantVersion.NONE, true, List.of(VolumeUsage.of("v".repeat(256), null, List.of())));

        assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> book.report("dn1", wide, HERE));
    }

    @Test
    void rulesHits_areThoseOfAllNodes_andTheLatestCounts() {
        book.report("dn1", report("dn1").withRules(List.of(new RuleUsage("a", 5, Duration.ofSeconds(3)))), HERE);
        ticker.advance(Duration.ofSeconds(1));
        book.report(
                "dn2",
                report("dn2")
                        .withRules(List.of(
                                new RuleUsage("a", 2, Duration.ofSeconds(7)), new RuleUsage("b", 1, Duration.ZERO))),
                HERE);

        assertThat(book.ruleHits())
                .containsOnly(
                        Map.entry("a", new RuleHits(7, Duration.ofSeconds(4))),
                        Map.entry("b", new RuleHits(1, Duration.ZERO)));
        book.clear();
        assertThat(book.ruleHits()).isEmpty();
    }

    @Test
    void rulesOfAReport_areLinesOfIt() {
        UsageReport much = report("dn1")
                .withRules(Collections.nCopies(NodeBook.MOST_LINES + 1, new RuleUsage("a", 1, Duration.ZERO)));

        assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> book.report("dn1", much, HERE));
    }

    @Test
    void reportsTogether_areBounded() {
        NodeBook wide = new NodeBook(ticker, EXPIRY, 10_000, 20L << 20);
        TenantUsage line = TenantUsage.of(Tenant.DEFAULT, 1, 0, Rate.ZERO, Rate.ZERO, false, Duration.ZERO);
        List<VolumeUsage> much =
                List.of(VolumeUsage.of("DS-1", null, Collections.nCopies(NodeBook.MOST_LINES - 1, line)));
        int fitting = 15;
        for (int i = 0; i < fitting; i++) {
            wide.report("dn" + i, UsageReport.of("dn" + i, GrantVersion.NONE, true, much), HERE);
        }

        wide.report("dn0", UsageReport.of("dn0", GrantVersion.NONE, true, much), HERE);
        assertThatExceptionOfType(TooManyNodes.class)
                .isThrownBy(() -> wide.report("more", UsageReport.of("more", GrantVersion.NONE, true, much), HERE));
        ticker.advance(EXPIRY.multipliedBy(61));
        wide.expire();
        wide.report("more", UsageReport.of("more", GrantVersion.NONE, true, much), HERE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "a b", "a/b", "a\nb", "\u202e", "é"})
    void name_isAHostAndAPort(String name) {
        assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> NodeBook.checkNode(name));
    }

    private void report(String instance, String address) {
        book.report("dn1", report("dn1").by(instance), address);
    }

    @Test
    void secondNodeOfOneName_isRefusedWithinTwoReports_andBothAddressesAreNamed() {
        report("1-a", HERE);
        ticker.advance(Duration.ofMillis(500));
        report("2-b", THERE); // it may be a restart
        assertThat(book.node("dn1").orElseThrow().usage().instance()).contains("1-a");
        ticker.advance(Duration.ofMillis(500));
        report("1-a", HERE);
        ticker.advance(Duration.ofMillis(500));

        NameTaken first = catchThrowableOfType(NameTaken.class, () -> report("2-b", THERE));
        assertThat(first)
                .hasMessageContaining("10.0.0.5 (process 1-a)")
                .hasMessageContaining("10.0.0.6 (process 2-b)")
                .hasMessageContaining("hdfs.throttle.node");
        assertThat(first.isFirst()).isTrue();
        report("1-a", HERE);
        NameTaken again = catchThrowableOfType(NameTaken.class, () -> report("2-b", THERE));
        assertThat(again.isFirst()).isFalse();
        assertThat(book.node("dn1").orElseThrow().usage().instance()).contains("1-a");
        assertThat(book.nodes()).hasSize(1);
    }

    @Test
    void manyNodesOfOneName_areEachRefused_whateverTheOthersReport() {
        report("1-a", HERE);
        for (int second = 0; second < 2; second++) {
            for (String other : List.of("2-b", "3-c", "4-d")) {
                ticker.advance(Duration.ofMillis(100));
                if (second == 0) { // they may be restarts
                    report(other, THERE);
                } else {
                    assertThatExceptionOfType(NameTaken.class)
                            .isThrownBy(() -> report(other, THERE))
                            .matches(NameTaken::isFirst);
                }
            }
            ticker.advance(Duration.ofMillis(500));
            report("1-a", HERE);
        }
    }

    @Test
    void nodeThatRestarts_isNotRefused_becauseOfOneThatHadItsNameBefore() {
        report("1-a", HERE);
        report("2-b", THERE);
        for (int second = 0; second < 5; second++) {
            ticker.advance(Duration.ofSeconds(1));
            report("1-a", HERE);
        }
        report("3-c", HERE);
    }

    @Test
    void restartedNode_takesItsNameOver_onceTheOldOneIsSilent_andIsNeverRefused() {
        report("1-a", HERE);
        for (int second = 1; second <= 4; second++) {
            ticker.advance(Duration.ofSeconds(1));
            report("2-b", HERE);
        }
        assertThat(book.node("dn1").orElseThrow().usage().instance()).contains("2-b");
        assertThat(book.node("dn1").orElseThrow().age()).isZero();

        report("1-a", HERE);
        ticker.advance(Duration.ofSeconds(1));
        report("2-b", HERE);
        assertThatExceptionOfType(NameTaken.class).isThrownBy(() -> report("1-a", HERE));
    }

    @Test
    void nodesThatDoNotSayWhichInstanceTheyAre_areNotToldApart() {
        report("1-a", HERE);
        book.report("dn1", report("dn1"), THERE);
        report("2-b", HERE);
        assertThat(book.node("dn1").orElseThrow().usage().instance()).contains("2-b");
    }
}
