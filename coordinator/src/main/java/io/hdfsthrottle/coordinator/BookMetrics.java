package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.coordinator.metrics.MetricSource;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.localio.DiskUse;
import java.util.function.IntSupplier;

/** Reads the metrics from the books; a closed book counts as empty. */
record BookMetrics(Leadership leadership, TermBooks reign, Tiering tiering) implements MetricSource {
    @Override
    public boolean leading() {
        return leadership.term().isPresent();
    }

    @Override
    public long epoch() {
        return reign.grants().version().epoch();
    }

    @Override
    public long sequence() {
        return reign.grants().version().sequence();
    }

    @Override
    public int tenants() {
        return whileOpen(() -> reign.policy().now().tenants().size());
    }

    @Override
    public int rules() {
        return whileOpen(() -> reign.policy().now().rules().rules().size());
    }

    @Override
    public int applications() {
        return whileOpen(() -> reign.applications().count());
    }

    @Override
    public int nodes() {
        return reign.nodes().answering();
    }

    @Override
    public int waitingNodes() {
        return reign.grants().waiting();
    }

    @Override
    public double fairness() {
        return reign.history().history().fairness().orElse(Double.NaN);
    }

    @Override
    public int yielding() {
        return reign.credits().yielding();
    }

    @Override
    public int boosting() {
        return reign.credits().boosting();
    }

    @Override
    public double credits() {
        return reign.credits().held();
    }

    @Override
    public double moved() {
        return reign.nodes().disks(DiskUse::total);
    }

    @Override
    public double movedByExecutors() {
        return reign.nodes().disks(DiskUse::executors);
    }

    @Override
    public double movedByNobody() {
        return reign.nodes().disks(DiskUse::unclaimed);
    }

    @Override
    public int waitingSlots() {
        return reign.slots().waiting();
    }

    @Override
    public int begunSlots() {
        return reign.slots().begun();
    }

    @Override
    public int forecasting() {
        return reign.forecasts().forecasts().tenants().size();
    }

    @Override
    public double skillOfNext() {
        return reign.forecasts().forecasts().skill(TenantForecast::ofNext);
    }

    @Override
    public double skillOfStretch() {
        return reign.forecasts().forecasts().skill(TenantForecast::ofStretch);
    }

    @Override
    public double skillOfAhead() {
        return reign.forecasts().forecasts().skill(TenantForecast::ofAhead);
    }

    @Override
    public int leasedDisks() {
        return reign.leases().leasedDisks();
    }

    @Override
    public int waitingLeases() {
        return reign.leases().waiting();
    }

    @Override
    public double contention() {
        return tiering.quiet().contention();
    }

    @Override
    public boolean quiet() {
        return tiering.quiet().quiet();
    }

    @Override
    public double waitingInTiers() {
        return (double) tiering.waitingBytes();
    }

    @Override
    public double movingFromTiers() {
        return (double) tiering.movingBytes();
    }

    @Override
    public int tiersInTrouble() {
        return tiering.inTrouble();
    }

    private static int whileOpen(IntSupplier count) {
        try {
            return count.getAsInt();
        } catch (NotStored closed) {
            return 0;
        }
    }
}
