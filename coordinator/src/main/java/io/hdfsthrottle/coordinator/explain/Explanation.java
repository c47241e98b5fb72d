package io.hdfsthrottle.coordinator.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * An explanation for people and for machines; the most important comes first in each list.
 *
 * @param cause the label of the largest part of the time; {@code none} if nothing was slow, or nothing is known
 * @param causes what the time went for, together 100 %; none where nothing waited
 * @param runs of an application, how it compares with its last runs; null where none are known
 * @param rules of an application, what each rule says
 * @param weight of its tenant; null of a disk
 * @param disks where it is, or who is there
 * @param disksLeftOut how many more of these there are
 * @param holders who has what it lacks
 * @param remarks what else is remarkable there
 * @param remedies what would change it
 */
public record Explanation(
        String cause,
        String sentence,
        List<CausePart> causes,
        @JsonInclude(JsonInclude.Include.NON_NULL) RunComparison runs,
        List<RuleVerdict> rules,
        @JsonInclude(JsonInclude.Include.NON_NULL) Weight weight,
        List<DiskLine> disks,
        int disksLeftOut,
        List<Holder> holders,
        List<Remark> remarks,
        List<Remedy> remedies) {
    /** A part of the time; {@code partMillis} is null where it is of one moment. */
    public record CausePart(String cause, double partPercent, Long partMillis, String sentence) {}

    /**
     * A tenant on a disk, by the node's last report.
     *
     * @param capacityBytesPerSecond null where it is not known
     * @param limitBytesPerSecond null for none
     * @param demandBytesPerSecond null for all that it can get
     * @param waitedMillis how long the application waited there; null of a tenant
     * @param cause what most of a wait there is for; null where it is not held back
     */
    public record DiskLine(
            String node,
            String volume,
            String tenant,
            Long capacityBytesPerSecond,
            double weight,
            long reservationBytesPerSecond,
            Long limitBytesPerSecond,
            Long demandBytesPerSecond,
            long entitlementBytesPerSecond,
            long bytesPerSecond,
            boolean backlogged,
            Long waitedMillis,
            String cause) {}

    /**
     * Who has what it lacks: another tenant, or other applications of its own.
     *
     * @param bytesPerSecond what it moves on the disks in question
     * @param weight in the whole cluster
     * @param reservationBytesPerSecond on these disks
     * @param applications some of its applications there
     */
    public record Holder(
            String tenant,
            long bytesPerSecond,
            double weight,
            long reservationBytesPerSecond,
            List<Mover> applications,
            String sentence) {}

    /** An application, and what it moves in the whole cluster. */
    public record Mover(String application, long bytesPerSecond) {}

    /**
     * Something remarkable.
     *
     * @param remark what, for machines
     * @param node null where it is of none
     * @param volume null where it is of none
     */
    public record Remark(String remark, String node, String volume, String sentence) {}

    /** A change, a command or words, and what its tenant or application is predicted to get before and after it. */
    public record Remedy(String change, long beforeBytesPerSecond, long afterBytesPerSecond, String sentence) {}
}
