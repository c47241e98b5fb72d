package io.hdfsthrottle.coordinator.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReplicaBookTest {
    private final HandSetTicker ticker = new HandSetTicker();
    private final List<NodeReport> reports = new ArrayList<>();
    private int looked;
    private final ReplicaBook book = new ReplicaBook(this::reports, () -> Policy.INITIAL, ticker);

    private List<NodeReport> reports() {
        looked++;
        return List.copyOf(reports);
    }

    private void reported(String node, Duration age, boolean answering) {
        reported(node, age, answering, 100L);
    }

    private void reported(String node, Duration age, boolean answering, Long capacity) {
        UsageReport usage = UsageReport.of(
                node,
                GrantVersion.of(1, 1),
                true,
                List.of(VolumeUsage.of("DS-1", capacity == null ? null : Rate.ofBytesPerSecond(capacity), List.of())));
        reports.add(new NodeReport(usage, age, answering));
    }

    private EntitlementLeft answer(String application) throws Exception {
        return WireFormat.entitlementLeftFromJson(book.answer(Tenant.DEFAULT, application));
    }

    @Test
    void nodesThatAnswer_areInIt_andSilentOnesAreNot() throws Exception {
        reported("dn1:9866", Duration.ofSeconds(1), true);
        reported("dn2:9866", Duration.ofSeconds(6), true);
        reported("dn3:9866", Duration.ofSeconds(60), false);

        EntitlementLeft left = answer("app-1");

        assertThat(left.nodes()).containsExactly(Map.entry("dn1:9866", 100L));
        assertThat(left.again()).isEqualTo(Duration.ofSeconds(1));
        assertThat(left.age()).isZero();
    }

    @Test
    void volumeThatNobodyUsedUpYet_countsAsTheMedianOfTheOthers() throws Exception {
        reported("dn1:9866", Duration.ZERO, true, null);
        assertThat(answer("app-1").nodes()).containsExactly(Map.entry("dn1:9866", 100L << 20));

        reported("dn2:9866", Duration.ZERO, true, 70L);
        reported("dn3:9866", Duration.ZERO, true, 90L);
        reported("dn4:9866", Duration.ZERO, true, 10L);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(answer("app-1").nodes()).containsEntry("dn1:9866", 70L);
    }

    @Test
    void manyAskers_costOneLookASecond() throws Exception {
        for (int i = 0; i < 100; i++) {
            answer("app-" + i);
        }
        assertThat(looked).isEqualTo(1);

        ticker.advance(Duration.ofSeconds(1));
        answer("app-1");
        assertThat(looked).isEqualTo(2);
    }

    @Test
    void whatAllAskersAreSent_staysBelowItsBound() {
        assertThat(ReplicaBook.again(1, 50_000)).isEqualTo(Duration.ofSeconds(1));
        Duration many = ReplicaBook.again(1_000, 50_000);
        assertThat(1_000 * 50_000 / (many.toMillis() / 1e3)).isBetween(15e6, 17e6);
        assertThat(ReplicaBook.again(100_000, 1 << 20)).isEqualTo(ReplicaBook.LATEST);
    }

    @Test
    void answer_holdsTheNodesWithMostLeft_upToItsBound() {
        Map<String, Long> left = new HashMap<>();
        for (long i = 0; i < 5_000; i++) {
            left.put("dn" + i, i);
        }
        Map<String, Long> longNames = new HashMap<>();
        for (long i = 0; i < 2_000; i++) {
            longNames.put("n".repeat(250) + i, i);
        }

        assertThat(ReplicaBook.bounded(left))
                .hasSize(EntitlementLeft.MOST_NODES)
                .containsKey("dn4999")
                .doesNotContainKey("dn0");
        assertThat(String.join("", ReplicaBook.bounded(longNames).keySet()).length())
                .isLessThanOrEqualTo(EntitlementLeft.MOST_CHARACTERS)
                .isGreaterThan(EntitlementLeft.MOST_CHARACTERS / 2);
    }
}
