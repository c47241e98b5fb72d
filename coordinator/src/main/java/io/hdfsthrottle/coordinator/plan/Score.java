package io.hdfsthrottle.coordinator.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What tenants were predicted to get by the plan that was applied last, against what they got.
 *
 * @param plan its id; null if there is none
 * @param because why there is no comparison, for people; null if there is one
 * @param errorPercent the differences, without their signs, in proportion to what was predicted; null if nothing is
 *     compared
 * @param disks the disks that are compared
 * @param changed those that are not, because somebody there wants more or less than before
 * @param missing those that are not, because too few reports tell of them, or there are more than are observed
 * @param tenants each tenant on all disks that are compared, the worst predicted first
 * @param shares each tenant on each disk that was observed, the worst predicted first, at most {@link
 *     Prediction#MOST_SHARES}
 */
public record Score(
        String plan,
        State state,
        String because,
        Double errorPercent,
        int disks,
        int changed,
        int missing,
        List<TenantScore> tenants,
        List<DiskScore> shares) {
    /** How far it is. */
    public enum State {
        /** Nothing was applied. */
        NONE,
        /** It is observed what tenants get. */
        WAITING,
        SCORED,
        /** What is observed says nothing about the prediction. */
        DROPPED;

        @JsonValue
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A demand that is another one than when it was predicted. */
    public enum Wants {
        MORE,
        LESS;

        @JsonValue
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A tenant on a disk.
     *
     * @param wants null if it wants what it wanted
     * @param compared whether it counts: all on the disk want what they wanted
     */
    public record DiskScore(
            String node,
            String volume,
            String tenant,
            long predictedBytesPerSecond,
            long gotBytesPerSecond,
            Wants wants,
            boolean compared) {
        private long error() {
            return Math.abs(gotBytesPerSecond - predictedBytesPerSecond);
        }
    }

    /** A tenant on all disks that are compared. */
    public record TenantScore(
            String tenant, long predictedBytesPerSecond, long gotBytesPerSecond, Double errorPercent) {
        private static TenantScore of(String tenant, List<DiskScore> shares) {
            return new TenantScore(
                    tenant,
                    shares.stream()
                            .mapToLong(DiskScore::predictedBytesPerSecond)
                            .sum(),
                    shares.stream().mapToLong(DiskScore::gotBytesPerSecond).sum(),
                    percent(shares));
        }
    }

    /** Without a comparison. */
    static Score without(State state, String plan, String because) {
        return new Score(plan, state, because, null, 0, 0, 0, List.of(), List.of());
    }

    /** Of all shares on the disks that were observed. */
    static Score of(String plan, int disks, int changed, int missing, List<DiskScore> shares) {
        List<DiskScore> compared = shares.stream().filter(DiskScore::compared).toList();
        Map<String, List<DiskScore>> tenants =
                compared.stream().collect(Collectors.groupingBy(DiskScore::tenant, TreeMap::new, Collectors.toList()));
        Comparator<List<DiskScore>> worst = Comparator.comparingLong((List<DiskScore> all) ->
                all.stream().mapToLong(DiskScore::error).sum());
        return new Score(
                plan,
                State.SCORED,
                null,
                percent(compared),
                disks,
                changed,
                missing,
                tenants.entrySet().stream()
                        .sorted(Map.Entry.<String, List<DiskScore>>comparingByValue(worst)
                                .reversed())
                        .map(each -> TenantScore.of(each.getKey(), each.getValue()))
                        .toList(),
                shares.stream()
                        .sorted(Comparator.comparingLong(DiskScore::error).reversed())
                        .limit(Prediction.MOST_SHARES)
                        .toList());
    }

    /** To one decimal; null where nothing was predicted. */
    private static Double percent(List<DiskScore> shares) {
        double predicted =
                shares.stream().mapToDouble(DiskScore::predictedBytesPerSecond).sum();
        double error = shares.stream().mapToDouble(DiskScore::error).sum();
        return predicted == 0 ? null : Math.round(1_000 * error / predicted) / 10.0;
    }

    /** For the log, in a few words. */
    public String inWords() {
        if (state != State.SCORED) {
            return because;
        }
        String error = errorPercent == null
                ? "nothing can be compared"
                : "the prediction errs by " + errorPercent + " % on " + disks + " disks";
        return error + "; demand changed on " + changed + ", too few reports of " + missing;
    }
}
