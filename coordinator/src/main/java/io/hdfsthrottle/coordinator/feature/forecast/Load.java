package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.ExecutorBook;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.ExecutorLoad;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the executors of a tenant use at a moment, in sum, as they said last, seconds ago.
 *
 * @param tasks how many run
 * @param stages of how many stages they are: of an application as many as at one executor at most
 * @param processors how many processors they keep busy
 * @param heap the memory of their heaps in use, in megabytes
 * @param moved what they move on HDFS and on local disks, in megabytes per second
 */
public record Load(double tasks, double stages, double processors, double heap, double moved) {
    /** No executor says anything. Trees can tell that from executors that use nothing. */
    static final Load ABSENT = new Load(-1, -1, -1, -1, -1);

    /** One at work says something new twice as often: what is older is of one that has gone. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private static final double PERCENT = 100;
    private static final double MEGA = 1e6;

    /** The loads of these applications, by tenant; without tenants of which no executor says anything. */
    static Map<Tenant, Load> of(
            Collection<Application> applications, Function<Application, Tenant> tenants, ExecutorBook executors) {
        Map<Tenant, Load> loads = new HashMap<>();
        for (Application each : applications) {
            Load load = of(executors, executors.of(each.id()));
            if (!load.isAbsent()) {
                loads.merge(tenants.apply(each), load, Load::and);
            }
        }
        return loads;
    }

    private static Load of(ExecutorBook book, List<ExecutorBook.Known> executors) {
        Load sum = ABSENT;
        double stages = 0;
        for (ExecutorBook.Known each : executors) {
            Optional<ExecutorLoad> told = each.claim()
                    .load()
                    .filter(load -> load.tasks() == 0 || book.age(each).compareTo(FRESH) < 0);
            if (told.isPresent()) {
                ExecutorLoad load = told.get();
                double moved = (double) each.hdfs().bytesPerSecond()
                        + (double) each.local().bytesPerSecond();
                stages = Math.max(stages, (double) load.stages());
                sum = sum.and(new Load(
                        load.tasks(), 0, load.processorPercent() / PERCENT, load.heapBytes() / MEGA, moved / MEGA));
            }
        }
        return sum.isAbsent() ? ABSENT : sum.and(new Load(0, stages, 0, 0, 0));
    }

    private boolean isAbsent() {
        return tasks < 0;
    }

    private Load and(Load other) {
        if (isAbsent() || other.isAbsent()) {
            return isAbsent() ? other : this;
        }
        return new Load(
                tasks + other.tasks,
                stages + other.stages,
                processors + other.processors,
                heap + other.heap,
                moved + other.moved);
    }
}
