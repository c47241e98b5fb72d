package io.hdfsthrottle.coordinator.plan;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.plan.Score.State;
import io.hdfsthrottle.coordinator.policy.Policy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Compares the prediction of the plan that was applied last with what tenants got in the minute after. Held by the
 * leader alone, in memory: the next one does not know it. Thread-safe; {@link #turn} is called by one thread.
 */
public final class ScoreBook {
    /** Shares settle until then. */
    private static final Duration SETTLED = Duration.ofSeconds(30);

    private static final Duration SCORED = Duration.ofSeconds(60);

    private final Supplier<Optional<Policy>> policy;
    private final Supplier<ClusterDemand> demand;
    private final Consumer<Score> told;
    private volatile Plan last;

    /**
     * Nothing was applied yet.
     *
     * @param policy the policy that is in force, while this coordinator leads
     * @param demand the last report of each node
     * @param told receives each score
     */
    public ScoreBook(Supplier<Optional<Policy>> policy, Supplier<ClusterDemand> demand, Consumer<Score> told) {
        this.policy = policy;
        this.demand = demand;
        this.told = told;
    }

    /** A plan that was applied. */
    private static final class Plan {
        private final String id;
        private final Policy policy;
        private final Factors factors;
        private ClusterDemand before;
        private final long nanos;
        private Scoring scoring;
        private volatile Score score;

        private Plan(String id, Policy policy, Factors factors, ClusterDemand before, long nanos) {
            this.id = id;
            this.policy = policy;
            this.factors = factors;
            this.before = before;
            this.nanos = nanos;
        }

        private Duration age(long now) {
            return Duration.ofNanos(now - nanos);
        }
    }

    /**
     * A plan was applied; its prediction is made at the next turn, from the reports of now.
     *
     * @param id of the plan
     * @param applied the policy that is in force by it
     * @param nanos the time, monotone, in nanoseconds
     */
    public void applied(String id, Policy applied, Factors factors, long nanos) {
        last = new Plan(id, applied, factors, demand.get(), nanos);
    }

    /** Forgets it: a term ends. */
    public void clear() {
        last = null;
    }

    /** Called about once a second. */
    public void turn(long nanos) {
        Plan plan = last;
        if (plan == null || plan.score != null) {
            return;
        }
        Optional<Policy> now = policy.get();
        if (now.isEmpty()) {
            return;
        }
        if (!now.get().equals(plan.policy)) {
            tell(plan, Score.without(State.DROPPED, plan.id, "the policy was changed again before a minute was over"));
            return;
        }
        if (plan.scoring == null) {
            plan.scoring = new Scoring(plan.policy, plan.factors, plan.before);
            plan.before = ClusterDemand.NONE;
        }
        if (plan.age(nanos).compareTo(SETTLED) >= 0) {
            plan.scoring.look(demand.get());
        }
        if (plan.age(nanos).compareTo(SCORED) >= 0) {
            tell(plan, plan.scoring.score(plan.id));
        }
    }

    private void tell(Plan plan, Score score) {
        plan.score = score;
        plan.scoring = null;
        told.accept(score);
    }

    /** The score of the last plan, or why there is none. */
    public Score score(long nanos) {
        Plan plan = last;
        if (plan == null) {
            return Score.without(
                    State.NONE,
                    null,
                    "no plan was applied since this coordinator began to lead; a new leader does not know the scores of"
                            + " the one before");
        }
        Score score = plan.score;
        return score != null
                ? score
                : Score.without(
                        State.WAITING,
                        plan.id,
                        "it was applied " + plan.age(nanos).toSeconds() + " s ago, and is compared after "
                                + SCORED.toSeconds() + " s");
    }

    /** The last score, unless its plan was applied longer ago than that. */
    public Optional<Score> lately(Duration ago, long nanos) {
        return Optional.ofNullable(last)
                .filter(plan -> plan.age(nanos).compareTo(ago) <= 0)
                .map(plan -> plan.score);
    }

    /** The error of the last score as a part of what was predicted; not a number while there is none. */
    public double error() {
        Plan plan = last;
        Score score = plan == null ? null : plan.score;
        return score == null || score.errorPercent() == null ? Double.NaN : score.errorPercent() / 100;
    }
}
