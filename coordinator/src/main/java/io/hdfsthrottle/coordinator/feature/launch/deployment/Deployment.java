package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import java.util.Locale;
import java.util.Optional;

/**
 * A launched deployment and its state. Times are seconds since 1970. Immutable, pure.
 *
 * @param id its name
 * @param lease the name of the lease of its disks
 * @param outcome while it ends, its state once nothing of it is left; the state itself otherwise
 * @param asked when it was launched
 * @param changed when its state changed last
 * @param why it ends, or ended; empty while it runs
 */
public record Deployment(
        String id, Order order, String lease, State state, State outcome, long asked, long changed, String why) {
    /** The state of a deployment. */
    public enum State {
        /** Its processes were started just now. */
        STARTING,
        /** All of them run. */
        RUNNING,
        /** They are being ended, and what they left is removed. */
        ENDING,
        /** It completed its work. */
        FINISHED,
        /** It ended without completing its work. */
        FAILED,
        /** It was ended on request. */
        DESTROYED;

        /** Whether nothing of the deployment is left. */
        public boolean isOver() {
            return this == FINISHED || this == FAILED || this == DESTROYED;
        }

        /** The name for display. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Deployment started(String id, Order order, String lease, long now) {
        return new Deployment(id, order, lease, State.STARTING, State.STARTING, now, now, "");
    }

    /** Whether nothing of it is left. */
    public boolean isOver() {
        return state.isOver();
    }

    private boolean runs() {
        return state == State.STARTING || state == State.RUNNING;
    }

    /** Begins to end it with that final state; one that already ends is unchanged. */
    Deployment ending(State as, String because, long now) {
        return runs() ? new Deployment(id, order, lease, State.ENDING, as, asked, now, because) : this;
    }

    /** The deployment after its processes were observed. */
    Deployment seen(ProcessState sight, long now) {
        if (runs() && (sight.exit().isPresent() || sight.gone())) {
            boolean well = order.product().kind() == Product.Kind.APPLICATION
                    && sight.exit().isPresent()
                    && sight.exit().getAsInt() == 0;
            String how = sight.exit().isPresent()
                    ? "a process of it ended with exit code " + sight.exit().getAsInt()
                    : "its processes are gone";
            return ending(well ? State.FINISHED : State.FAILED, well ? "" : how, now)
                    .seen(sight, now);
        }
        if (runs() && now - asked >= order.time().toSeconds()) {
            return ending(
                    order.product().kind() == Product.Kind.STANDALONE ? State.FINISHED : State.FAILED,
                    "it was to run for at most " + order.time().toSeconds() + " s",
                    now);
        }
        if (state == State.STARTING && now > changed) {
            return new Deployment(id, order, lease, State.RUNNING, State.RUNNING, asked, now, "");
        }
        return state == State.ENDING && sight.gone()
                ? new Deployment(id, order, lease, outcome, outcome, asked, now, why)
                : this;
    }

    /** The deployment after its lease was checked: without one it has to end before another lease gets its disks. */
    Deployment holding(Optional<Held> held, long now) {
        return held.filter(each -> now < each.until()).isPresent()
                ? this
                : ending(State.FAILED, "its lease " + lease + " ended", now);
    }
}
