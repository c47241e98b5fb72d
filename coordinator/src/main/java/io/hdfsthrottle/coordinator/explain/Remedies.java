package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.explain.Explanation.Holder;
import io.hdfsthrottle.coordinator.explain.Explanation.Remedy;
import io.hdfsthrottle.coordinator.plan.Prediction;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What would give a tenant or an application more, and how much: the balancer says what a policy would give. */
record Remedies(Situation situation) {
    /** Less is not worth a change. */
    private static final double WORTH = 0.01;

    /** A cause with a smaller part of the time is not worth a remedy of its own. */
    private static final double LEAST_PART = 0.05;

    /** Without a cause that was nearly all, the next one would show. */
    private static final double MOST_PART = 0.99;

    private record Candidate(String change, Policy policy) {}

    /**
     * Changes of the policy that give a tenant more, the largest gain first. None takes anything from HDFS's own work:
     * data is at risk while its replicas are missing.
     */
    List<Remedy> of(Tenant tenant, List<Holder> holders) {
        List<Holder> others = holders.stream()
                .filter(each -> !each.tenant().equals(tenant.name()))
                .filter(each -> !each.tenant().startsWith(Tenant.SYSTEM_PREFIX))
                .toList();
        List<Candidate> candidates = new ArrayList<>();
        situation.policy().terms(tenant).ifPresent(own -> {
            if (!own.limit().isUnlimited()) {
                candidates.add(candidate(own, "--limit none", own.priority(), own.reservation(), Rate.UNLIMITED));
            }
            int twice = Math.min(highest(tenant), 2 * own.priority());
            if (twice > own.priority()) {
                candidates.add(candidate(own, "--priority " + twice, twice, own.reservation(), own.limit()));
            }
        });
        others.stream().findFirst().flatMap(this::terms).ifPresent(most -> limited(most, candidates));
        others.stream()
                .filter(each -> each.reservationBytesPerSecond() > 0)
                .findFirst()
                .flatMap(this::terms)
                .ifPresent(each ->
                        candidates.add(candidate(each, "--reservation 0", each.priority(), Rate.ZERO, each.limit())));
        return candidates.isEmpty() ? List.of() : worthwhile(tenant, candidates);
    }

    /** Below all that repairs data. */
    private int highest(Tenant tenant) {
        return tenant.isSystem()
                ? TenantTerms.HIGHEST
                : situation.policy().tenants().stream()
                                .filter(each -> each.tenant().isSystem()
                                        && !each.tenant().equals(Tenant.BALANCER))
                                .mapToInt(TenantTerms::priority)
                                .min()
                                .orElse(TenantTerms.HIGHEST + 1)
                        - 1;
    }

    private List<Remedy> worthwhile(Tenant tenant, List<Candidate> candidates) {
        long before = predicted(situation.policy(), tenant);
        List<Remedy> remedies = new ArrayList<>();
        for (Candidate candidate : candidates) {
            long after = predicted(candidate.policy(), tenant);
            if (after > before * (1 + WORTH)) {
                remedies.add(new Remedy(
                        candidate.change(), before, after, candidate.change() + ": " + gain(tenant, before, after)));
            }
        }
        remedies.sort(Comparator.comparingLong(Remedy::afterBytesPerSecond).reversed());
        return remedies;
    }

    private Optional<TenantTerms> terms(Holder holder) {
        return Tenant.parse(holder.tenant()).flatMap(situation.policy()::terms);
    }

    private Candidate candidate(TenantTerms of, String option, int priority, Rate reservation, Rate limit) {
        TenantTerms terms = new TenantTerms(of.tenant(), priority, reservation, limit, of.shortCircuit());
        return new Candidate(
                "hdfs-throttle tenants set " + of.tenant() + " " + option,
                situation.policy().with(terms));
    }

    /** To half of what it moves in the whole cluster. */
    private void limited(TenantTerms holder, List<Candidate> candidates) {
        long moves = situation
                .places()
                .flatMap(place -> place.of(holder.tenant()).stream())
                .mapToLong(usage -> usage.rate().bytesPerSecond())
                .sum();
        Rate half = Rate.ofBytesPerSecond(moves / 2);
        if (half.compareTo(holder.reservation()) > 0 && half.compareTo(holder.limit()) < 0) {
            candidates.add(candidate(holder, "--limit " + half, holder.priority(), holder.reservation(), half));
        }
    }

    private long predicted(Policy policy, Tenant tenant) {
        return Prediction.rate(policy, situation.factors(), situation.demand(), tenant);
    }

    private static String gain(Object who, long before, long after) {
        return who + " gets about " + Words.rate(after) + " instead of " + Words.rate(before);
    }

    /** What the application itself could change, by the part of its time that each cause took. */
    static List<Remedy> of(Subject application) {
        List<Remedy> remedies = new ArrayList<>();
        add(
                application,
                WaitCause.APPLICATION_LIMIT,
                remedies,
                "hdfs-throttle applications set " + application.application() + " --limit none");
        add(application, WaitCause.HOT_DISK, remedies, "more replicas of what it reads (hdfs dfs -setrep)");
        add(
                application,
                WaitCause.SIBLINGS,
                remedies,
                "fewer applications of " + application.tenant() + " at a time, or a tenant of its own");
        return remedies;
    }

    private static void add(Subject application, WaitCause cause, List<Remedy> remedies, String change) {
        double all = CauseParts.sum(application.spent());
        double part = all <= 0 ? 0 : application.spent().getOrDefault(cause, 0.0) / all;
        if (part >= LEAST_PART) {
            long before = application.rate().bytesPerSecond();
            long after = Math.round(before / (1 - Math.min(part, MOST_PART)));
            remedies.add(new Remedy(
                    change,
                    before,
                    after,
                    change + ": its operations take " + Words.percent(part) + " less time"
                            + (before > 0 ? ", so " + gain(application.application(), before, after) : "")));
        }
    }
}
