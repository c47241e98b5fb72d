package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.cause.DiskCauses;
import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.explain.Explanation.CausePart;
import io.hdfsthrottle.coordinator.explain.Explanation.DiskLine;
import io.hdfsthrottle.coordinator.explain.Explanation.Holder;
import io.hdfsthrottle.coordinator.explain.Explanation.Remedy;
import io.hdfsthrottle.coordinator.explain.Situation.Place;
import io.hdfsthrottle.coordinator.node.ActivityBook.Stay;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Explains why something is slow. Immutable. */
public final class Explainer {
    /** So many disks one explanation names. */
    private static final int MOST_DISKS = 50;

    /** An application that waits a smaller part of its operations' time is not slow for that. */
    private static final double HARDLY = 0.05;

    /** An application that waited so much of its time on one node is there alone, as far as that matters. */
    private static final double NEARLY_ALL = 0.9;

    private static final String NONE = "none";

    private final Situation situation;
    private final ClusterFacts facts;
    private final boolean predicts;

    /** @param predicts whether remedies are looked for, which takes as long as several balances of the cluster */
    public Explainer(Situation situation, boolean predicts) {
        this.situation = situation;
        this.facts = situation.facts();
        this.predicts = predicts;
    }

    public Explanation application(Subject subject) {
        Tenant tenant = subject.tenant();
        Map<String, Place> known =
                situation.places().collect(Collectors.toMap(Place::toString, place -> place, (one, same) -> one));
        List<DiskLine> lines = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (Stay stay : subject.stays()) {
            Place place = known.get(stay.node() + " " + stay.volume());
            if (place != null) {
                place.of(stay.tenant()).ifPresent(usage -> lines.add(line(place, usage, stay.waited())));
                places.add(place);
            }
        }
        List<Place> distinct = places.stream().distinct().toList();
        List<Holder> holders = new Holders(situation, distinct).beside(tenant, subject.application());
        List<CausePart> causes = CauseParts.of(subject.spent(), true);
        return new Explanation(
                causes.isEmpty() ? NONE : causes.get(0).cause(),
                ofTime(subject, causes),
                causes,
                RunComparison.of(subject.runs()).orElse(null),
                subject.caller()
                        .map(caller -> RuleVerdict.of(situation.policy().rules(), caller))
                        .orElse(List.of()),
                situation.weight().apply(tenant),
                first(lines),
                left(lines),
                holders,
                remarks(subject, distinct),
                remedies(tenant, holders, Remedies.of(subject)));
    }

    private static String ofTime(Subject subject, List<CausePart> causes) {
        double all = CauseParts.sum(subject.spent());
        double held = CauseParts.waits(subject.spent());
        if (all <= 0) {
            return "No operation of " + subject.application() + " took any time that a DataNode has reported.";
        }
        String most = causes.stream().limit(3).map(CausePart::sentence).collect(Collectors.joining("; "));
        return subject.application()
                + (held < HARDLY * all ? " is not throttled: it" : "") + " was held back for "
                + Words.percent(held / all) + " of the " + Words.seconds(all)
                + " that its operations took on DataNodes, summed over operations: " + most + ".";
    }

    public Explanation tenant(Tenant tenant) {
        List<Place> places = situation
                .places()
                .filter(place -> place.of(tenant).isPresent())
                .sorted(Comparator.comparing((Place place) -> !place.isHeldBack(tenant)))
                .toList();
        List<Place> held =
                places.stream().filter(place -> place.isHeldBack(tenant)).toList();
        List<CausePart> causes = CauseParts.of(causes(tenant, held), false);
        List<Holder> holders = new Holders(situation, held).beside(tenant);
        Remarks remarks = new Remarks(situation);
        remarks.lookAt(tenant);
        if (!tenant.isSystem()
                && situation.policy().rules().rules().stream()
                        .noneMatch(rule -> rule.tenant().equals(tenant))) {
            remarks.add("noRule", "No rule names " + tenant + ": only claims, or nothing else, bring callers to it");
        }
        lookAt(places, remarks);
        return new Explanation(
                causes.isEmpty() ? NONE : causes.get(0).cause(),
                ofNow(tenant, places, held.size(), causes),
                causes,
                null,
                List.of(),
                situation.weight().apply(tenant),
                places.stream()
                        .limit(MOST_DISKS)
                        .map(place -> line(place, place.of(tenant).orElseThrow(), null))
                        .toList(),
                Math.max(0, places.size() - MOST_DISKS),
                holders,
                remarks.made(),
                held.isEmpty() ? List.of() : remedies(tenant, holders, List.of()));
    }

    private static String ofNow(Tenant tenant, List<Place> places, int held, List<CausePart> causes) {
        if (places.isEmpty()) {
            return "No DataNode reports anything of " + tenant
                    + (tenant.isSystem()
                            ? ": HDFS does no such work now."
                            : ": it rests, or no rule gives it a caller.");
        }
        List<TenantUsage> usages =
                places.stream().flatMap(place -> place.of(tenant).stream()).toList();
        double moves = usages.stream()
                .mapToDouble(each -> each.rate().bytesPerSecond())
                .sum();
        double due = usages.stream()
                .mapToDouble(each -> each.entitlement().bytesPerSecond())
                .sum();
        String where = tenant + " is "
                + (held == 0 ? "not held back on any of " : "held back on " + held + " of ") + places.size()
                + (places.size() == 1 ? " disk" : " disks") + " and moves " + Words.rate(moves);
        boolean wantsMore = usages.stream().anyMatch(TenantUsage::backlogged);
        return held == 0
                ? where
                        + (wantsMore
                                ? "; it would use more, and no DataNode delays it there."
                                : ", which is all that it asks for.")
                : where + " of the " + Words.rate(due) + " that it is due: "
                        + causes.stream().limit(3).map(CausePart::sentence).collect(Collectors.joining("; ")) + ".";
    }

    /** A disk; empty if no node that answers reports it. */
    public Optional<Explanation> disk(String node, String volume) {
        return situation
                .places()
                .filter(place ->
                        place.node().equals(node) && place.disk().volume().equals(volume))
                .findFirst()
                .map(this::disk);
    }

    private Explanation disk(Place place) {
        List<DiskLine> lines = place.disk().tenants().stream()
                .sorted(Comparator.comparing(TenantUsage::rate).reversed())
                .map(usage -> line(place, usage, null))
                .toList();
        Map<WaitCause, Double> sums = new EnumMap<>(WaitCause.class);
        List<TenantUsage> held =
                place.disk().tenants().stream().filter(place::holdsBack).toList();
        held.forEach(usage -> add(sums, place, usage));
        List<CausePart> causes = CauseParts.of(sums, false);
        Remarks remarks = new Remarks(situation);
        lookAt(List.of(place), remarks);
        long moves = lines.stream().mapToLong(DiskLine::bytesPerSecond).sum();
        String given = "Disk " + place + " moves " + Words.rate(moves)
                + place.disk()
                        .capacity()
                        .map(capacity -> " of " + Words.rate(capacity) + " that it can give")
                        .orElse(", and what it can give is not known");
        return new Explanation(
                causes.isEmpty() ? NONE : causes.get(0).cause(),
                held.isEmpty()
                        ? given + "; it holds nobody back."
                        : given + "; it holds back "
                                + held.stream()
                                        .map(usage -> usage.tenant().name())
                                        .collect(Collectors.joining(", ")) + ".",
                causes,
                null,
                List.of(),
                null,
                first(lines),
                left(lines),
                new Holders(situation, List.of(place)).all(),
                remarks.made(),
                List.of());
    }

    private Map<WaitCause, Double> causes(Tenant tenant, List<Place> held) {
        Map<WaitCause, Double> sums = new EnumMap<>(WaitCause.class);
        held.forEach(place -> add(sums, place, place.of(tenant).orElseThrow()));
        return sums;
    }

    /** Each of its operations waits there. */
    private void add(Map<WaitCause, Double> sums, Place place, TenantUsage usage) {
        int streams = Math.max(1, usage.streams());
        DiskCauses.of(place.disk(), usage, facts, 0, streams)
                .forEach((cause, part) -> sums.merge(cause, streams * part, Double::sum));
    }

    private DiskLine line(Place place, TenantUsage usage, Duration waited) {
        String cause = place.holdsBack(usage)
                ? DiskCauses.of(place.disk(), usage, facts, 0, usage.streams()).entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(most -> most.getKey().label())
                        .orElse(null)
                : null;
        return new DiskLine(
                place.node(),
                place.disk().volume(),
                usage.tenant().name(),
                place.disk().capacity().map(Rate::bytesPerSecond).orElse(null),
                usage.weight(),
                usage.reservation().bytesPerSecond(),
                usage.limit().isUnlimited() ? null : usage.limit().bytesPerSecond(),
                usage.backlogged() ? null : usage.rate().bytesPerSecond(),
                usage.entitlement().bytesPerSecond(),
                usage.rate().bytesPerSecond(),
                usage.backlogged(),
                waited == null ? null : waited.toMillis(),
                cause);
    }

    private List<Explanation.Remark> remarks(Subject subject, List<Place> places) {
        Remarks remarks = new Remarks(situation);
        String id = subject.application();
        if (subject.caller().isEmpty()) {
            remarks.add("ended", id + " has ended, or its registration has expired: rules are not looked at");
        }
        if (subject.stays().isEmpty() && subject.spent().isEmpty()) {
            remarks.add(
                    "unseen",
                    "No DataNode has seen the tag of " + id
                            + ": its driver's log says whether it has one; short-circuit"
                            + " reads and executors' local I/O carry none");
        }
        subject.claims()
                .filter(claim -> !claim.equals(subject.tenant()))
                .ifPresent(claim -> remarks.add(
                        "otherTenant",
                        id + " asked for " + claim + " and is " + subject.tenant() + ": a rule comes before its claim,"
                                + " or the claim does not count"));
        subject.stays().stream()
                .map(Stay::tenant)
                .filter(tenant -> !tenant.equals(subject.tenant()))
                .findFirst()
                .ifPresent(tenant -> remarks.add(
                        "chargedTo", "DataNodes charge operations of " + id + " to " + tenant + ", by an open rule"));
        oneNode(subject)
                .ifPresent(node -> remarks.add(
                        "oneNode", id + " waited nearly all its time on " + node + ": its replicas are there alone"));
        remarks.lookAt(subject.tenant());
        lookAt(places, remarks);
        situation.nodes().stream()
                .filter(report -> !report.answering()
                        && subject.stays().stream().anyMatch(stay -> stay.node()
                                .equals(report.usage().node())))
                .forEach(remarks::lookAt);
        return remarks.made();
    }

    private Optional<String> oneNode(Subject subject) {
        Map<String, Long> waits = new HashMap<>();
        subject.stays().forEach(stay -> waits.merge(stay.node(), stay.waited().toMillis(), Long::sum));
        long all = waits.values().stream().mapToLong(Long::longValue).sum();
        return situation.nodes().size() < 2
                ? Optional.empty()
                : waits.entrySet().stream()
                        .filter(each -> each.getValue() > 0 && each.getValue() >= NEARLY_ALL * all)
                        .map(Map.Entry::getKey)
                        .findFirst();
    }

    private static void lookAt(List<Place> places, Remarks remarks) {
        places.stream().map(Place::report).distinct().limit(Remarks.MOST).forEach(remarks::lookAt);
        places.stream().limit(Remarks.MOST).forEach(remarks::lookAt);
    }

    private List<Remedy> remedies(Tenant tenant, List<Holder> holders, List<Remedy> own) {
        List<Remedy> remedies = new ArrayList<>(own);
        if (predicts) {
            remedies.addAll(new Remedies(situation).of(tenant, holders));
        }
        return remedies;
    }

    private static List<DiskLine> first(List<DiskLine> lines) {
        return lines.subList(0, Math.min(MOST_DISKS, lines.size()));
    }

    private static int left(List<DiskLine> lines) {
        return Math.max(0, lines.size() - MOST_DISKS);
    }
}
