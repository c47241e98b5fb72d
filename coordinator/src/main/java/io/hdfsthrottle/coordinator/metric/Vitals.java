package io.hdfsthrottle.coordinator.metric;

import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.grant.GrantBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.unit.Rate;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** The state of a coordinator in a few numbers, read from memory; 0 while it does not lead. Thread-safe. */
public record Vitals(
        Leadership leadership,
        Replicated<Policy> policy,
        ApplicationBook applications,
        NodeBook nodeBook,
        GrantBook grants)
        implements CoordinatorMXBean {
    @Override
    public boolean isLeading() {
        return leadership.term().isPresent();
    }

    @Override
    public long getEpoch() {
        return grants.version().epoch();
    }

    long sequence() {
        return grants.version().sequence();
    }

    @Override
    public String getVersion() {
        return getEpoch() + "." + sequence();
    }

    @Override
    public int getTenants() {
        return whileOpen(() -> policy.now().tenants().size());
    }

    @Override
    public int getRules() {
        return whileOpen(() -> policy.now().rules().rules().size());
    }

    @Override
    public int getApplications() {
        return whileOpen(applications::count);
    }

    @Override
    public int getNodes() {
        return nodeBook.answering();
    }

    @Override
    public int getWaitingNodes() {
        return grants.waiting();
    }

    /** A part of the throughput of all disks of nodes that report it, in bytes per second; each disk counts once. */
    double disks(Function<DiskUse, Rate> part) {
        return nodeBook.disks(part);
    }

    private static int whileOpen(IntSupplier count) {
        try {
            return count.getAsInt();
        } catch (NotStored closed) {
            return 0;
        }
    }
}
