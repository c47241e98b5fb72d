package io.hdfsthrottle.localio;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Locale;
import java.util.Objects;

/** How a node treats an executor that was claimed to be on its host. Immutable. */
public final class ExecutorStanding {

    /** How the node treats it. */
    public enum State {
        /** The claim is refused: nothing is done, its I/O stays unclaimed. */
        REFUSED,
        /** It is that application's: its I/O is shown. */
        COUNTED,
        /** It is charged to its tenant's share, too. */
        CHARGED,
        /** The kernel limits it in its tenant's group, too. */
        HELD;

        /** As it is written: {@code held}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The state with that label; {@link #REFUSED} if there is none. */
        public static State labelled(String written) {
            for (State state : values()) {
                if (state.label().equals(written)) {
                    return state;
                }
            }
            return REFUSED;
        }
    }

    private final String application;
    private final String executor;
    private final Tenant tenant;
    private final State state;
    private final Rate rate;
    private final String reason;

    public ExecutorStanding(String application, String executor, Tenant tenant, State state, Rate rate, String reason) {
        this.application = Objects.requireNonNull(application, "application");
        this.executor = Objects.requireNonNull(executor, "executor");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.state = Objects.requireNonNull(state, "state");
        this.rate = Objects.requireNonNull(rate, "rate");
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** The application's id. */
    public String application() {
        return application;
    }

    /** The executor's id within it. */
    public String executor() {
        return executor;
    }

    /** The tenant whose share it uses. */
    public Tenant tenant() {
        return tenant;
    }

    /** How the node treats it. */
    public State state() {
        return state;
    }

    /** Its I/O on the node's disks, a mean of about five seconds. */
    public Rate rate() {
        return rate;
    }

    /** Why no more is done. */
    public String reason() {
        return reason;
    }

    @Override
    public String toString() {
        return application + "/" + executor + " of " + tenant + " " + state.label() + " " + rate + " " + reason;
    }
}
