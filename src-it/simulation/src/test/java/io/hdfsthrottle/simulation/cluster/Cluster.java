package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Nodes and tenants under the production balancer, at first of the same priority. Rates in bytes a second. */
final class Cluster {
    static final double MB = 1e6;

    static final double DISK = 150 * MB;

    private static final ShareAlgorithm SHARES = ShareAlgorithm.weightedMaxMin();

    final List<Tenant> tenants;
    final List<Node> nodes = new ArrayList<>();
    final List<Node.Disk> disks = new ArrayList<>();
    Policy policy = Policy.INITIAL;
    Balance balance = Balance.NONE;
    long epoch = 1;
    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);

    Cluster(List<String> names) {
        tenants = names.stream().map(Tenant::named).toList();
        tenants.forEach(tenant -> policy = policy.with(TenantTerms.of(tenant, 1)));
    }

    static Cluster even(List<String> names, int nodes) {
        Cluster cluster = new Cluster(names);
        for (int n = 0; n < nodes; n++) {
            cluster.add(DISK);
        }
        return cluster;
    }

    void add(double... capacities) {
        nodes.add(new Node("n" + nodes.size(), capacities));
        disks.addAll(nodes.get(nodes.size() - 1).disks);
    }

    TenantTerms terms(int tenant) {
        return policy.terms(tenants.get(tenant)).orElseThrow();
    }

    /** Sets the tenant's demand on every disk: 0 for none, infinite for all. */
    void demand(int tenant, double rate) {
        disks.forEach(disk -> disk.wants[tenant] = rate);
    }

    void divide() {
        disks.forEach(Node.Disk::divide);
    }

    double got(int tenant) {
        return disks.stream().mapToDouble(disk -> disk.got[tenant]).sum();
    }

    ClusterDemand demand(List<NodeReport> reports) {
        return ClusterDemand.of(reports, version -> version.epoch() == epoch ? version.sequence() : 0);
    }

    /** What nodes report, at once. */
    ClusterDemand reported() {
        return demand(nodes.stream()
                .map(node -> new NodeReport(node.report(), Duration.ZERO, true))
                .toList());
    }

    void balance(Factors factors, ClusterDemand demand, long nanos) {
        balance = balancer.next(policy, factors, demand, balance, nanos);
    }

    /** The same, and its terms arrive at once. */
    void balanceAndSend(Factors factors, ClusterDemand demand, long nanos) {
        balance(factors, demand, nanos);
        nodes.forEach(node -> terms(node).ifPresent(node::accept));
    }

    Optional<NodeTerms> terms(Node node) {
        GrantVersion version = GrantVersion.of(epoch, balance.serial(node.name));
        return balance.terms(node.name).map(terms -> terms.as(version));
    }

    /** Another coordinator takes over, and knows of no terms but those that these nodes may have. */
    void failOver(TermHolders kept) {
        epoch++;
        balance = Balance.after(kept);
    }

    /** A simulated node: every disk divides by the latest terms received, exactly and at once. */
    final class Node {
        final String name;
        final List<Disk> disks = new ArrayList<>();
        NodeTerms terms = NodeTerms.NONE;

        /** When it reports next, until when it hears nothing, and its last report that arrived, if messages are late. */
        int reportAt;

        int silentUntil;
        UsageReport heard;
        int heardAt;

        private long epoch;
        private int answeredAt;

        private Node(String name, double... capacities) {
            this.name = name;
            for (double capacity : capacities) {
                disks.add(new Disk("v" + disks.size(), capacity));
            }
        }

        void answered(int at) {
            answeredAt = Math.max(answeredAt, at);
        }

        /** Drops its terms if no report was answered for so long. */
        void expire(int now, long expiry) {
            if (now - answeredAt >= expiry) {
                terms = NodeTerms.NONE;
            }
        }

        /** Accepts terms, unless it has newer ones or knows a newer coordinator. */
        void accept(NodeTerms newer) {
            GrantVersion version = newer.version();
            boolean known = terms.version().epoch() == version.epoch()
                    && terms.version().sequence() >= version.sequence();
            if (version.epoch() >= epoch && !known) {
                epoch = version.epoch();
                terms = newer;
            }
        }

        /** Its report to the coordinator; afterwards it accepts no older one. */
        UsageReport report() {
            epoch = Math.max(epoch, Cluster.this.epoch);
            List<VolumeUsage> volumes = disks.stream().map(Disk::usage).toList();
            return UsageReport.of(name, GrantVersion.NONE, true, volumes).withTerms(terms.version());
        }

        private static Rate rate(double bytesPerSecond) {
            return Double.isInfinite(bytesPerSecond) ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) bytesPerSecond);
        }

        final class Disk {
            final double capacity;
            final double[] wants = new double[tenants.size()];
            final double[] got = new double[wants.length];
            private final String volume;

            private Disk(String volume, double capacity) {
                this.volume = volume;
                this.capacity = capacity;
            }

            Terms terms(int index) {
                Tenant tenant = tenants.get(index);
                return terms.terms(volume, tenant).orElseGet(() -> {
                    TenantTerms known = Cluster.this.terms(index);
                    return Terms.of(tenant, known.priority(), known.reservation(), known.limit());
                });
            }

            /** The part of a limit that holds there; nothing where the policy's holds. */
            double limit(int tenant) {
                return terms == NodeTerms.NONE ? 0 : terms(tenant).limit().bytesPerSecond();
            }

            boolean waits(int tenant) {
                return got[tenant] < wants[tenant] - 1_000;
            }

            void divide() {
                List<Demand> demands = new ArrayList<>();
                for (int i = 0; i < wants.length; i++) {
                    Terms each = terms(i);
                    demands.add(Demand.of(each.weight(), each.reservation(), each.limit(), rate(wants[i])));
                }
                List<Entitlement> due = SHARES.divide(rate(capacity), demands);
                Arrays.setAll(got, i -> due.get(i).due().bytesPerSecond());
            }

            private VolumeUsage usage() {
                IntStream present = IntStream.range(0, wants.length).filter(i -> wants[i] > 0);
                return VolumeUsage.of(
                        volume, rate(capacity), present.mapToObj(this::usage).toList());
            }

            private TenantUsage usage(int i) {
                Terms each = terms(i);
                Rate rate = rate(got[i]);
                return TenantUsage.of(each.tenant(), each.weight(), 0, rate, rate, waits(i), Duration.ZERO)
                        .limitedTo(each.limit());
            }
        }
    }
}
