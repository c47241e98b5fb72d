package io.hdfsthrottle.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class NetworkShareTest {

    private static final Rate NETWORK = Rate.parse("100m");
    private static final Percentage ONE = Percentage.withPercentage(1);

    /** A tenant whose connections each have this demand, and send as much of it as they may. */
    private static final class Tenant {
        private final double weight;
        private final double[] connections;
        private NetworkShare share = NetworkShare.NEW;
        private double sent;

        Tenant(double weight, double... connections) {
            this.weight = weight;
            this.connections = connections;
        }

        void send(Entitlement entitlement) {
            double each = share.ofConnection(entitlement.ceiling(), connections.length)
                    .bytesPerSecond();
            sent = 0;
            for (double wanted : connections) {
                sent += Math.min(wanted, each);
            }
            share = share.after(Rate.ofBytesPerSecond((long) sent), entitlement.ceiling(), connections.length);
        }
    }

    private static void seconds(int seconds, Tenant... tenants) {
        for (int i = 0; i < seconds; i++) {
            List<io.hdfsthrottle.share.Demand> demands = new ArrayList<>();
            for (Tenant tenant : tenants) {
                demands.add(tenant.share.demand(tenant.weight));
            }
            List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(NETWORK, demands);
            for (int j = 0; j < tenants.length; j++) {
                tenants[j].send(due.get(j));
            }
        }
    }

    @Test
    void tenantsThatWantAll_getTheNetworkByWeight_whateverTheirConnections() {
        Tenant one = new Tenant(3, 1e9);
        Tenant eight = new Tenant(1, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9);
        seconds(5, one, eight);
        assertThat(one.sent).isCloseTo(NETWORK.bytesPerSecond() * 0.75, ONE);
        assertThat(eight.sent).isCloseTo(NETWORK.bytesPerSecond() * 0.25, ONE);
    }

    @Test
    void connectionThatIsSlow_leavesItsPartToTheOthersOfItsTenant() {
        Tenant mixed = new Tenant(1, 1e9, 1e6, 1e6, 1e6);
        Tenant other = new Tenant(1, 1e9);
        seconds(20, mixed, other);
        assertThat(mixed.sent).isGreaterThan(NETWORK.bytesPerSecond() * 0.45);
        assertThat(mixed.sent).isLessThan(NETWORK.bytesPerSecond() * 0.55);
    }

    @Test
    void tenantThatWantsLittle_leavesTheRest_andTheNetworkIsUsed() {
        Tenant slow = new Tenant(8, 5e6);
        Tenant greedy = new Tenant(1, 1e9, 1e9);
        seconds(20, slow, greedy);
        assertThat(slow.sent).isCloseTo(5e6, ONE);
        assertThat(slow.sent + greedy.sent).isGreaterThan(NETWORK.bytesPerSecond() * 0.97);
    }

    @Test
    void noConnection_isEverPacedToNothing() {
        Rate each = NetworkShare.NEW.ofConnection(Rate.ZERO, 4_096);
        assertThat(each.bytesPerSecond()).isEqualTo(128 << 10);
    }
}
