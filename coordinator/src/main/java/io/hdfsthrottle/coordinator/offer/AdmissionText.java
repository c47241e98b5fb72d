package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.time.Instant;

/** Formats admission decisions as text for users. */
public final class AdmissionText {
    private static final long MEBIBYTE = 1 << 20;

    private AdmissionText() {}

    /** A sentence on why an application that does not wait is refused. */
    public static String refusal(Claim claim, Decision.NotNow notNow) {
        return "There is no room for a reservation of " + rate(claim.wanted().orElse(Rate.ZERO)) + ": "
                + bound(claim, notNow.room()) + ahead(notNow.ahead()) + earliest(notNow)
                + "; ask for less, or with admission=queue";
    }

    /** A sentence on the reservation that an application waits for, or holds; empty if it never asked for one. */
    public static String sentence(Claim claim, Decision decision) {
        if (claim.wanted().isPresent()) {
            String waits = "Its reservation of " + rate(claim.wanted().get()) + " waits since "
                    + Instant.ofEpochSecond(claim.since());
            return decision instanceof Decision.NotNow notNow
                    ? waits + ": " + bound(claim, notNow.room()) + ahead(notNow.ahead()) + earliest(notNow) + "."
                    : waits + "; there is room now.";
        }
        if (claim.held().equals(Rate.ZERO)) {
            return "";
        }
        String admitted = "Its reservation of " + rate(claim.held()) + " is admitted";
        return decision instanceof Decision.NotNow notNow
                ? admitted + ", but there is more reserved than there is: " + bound(claim, notNow.room()) + "."
                : admitted + ".";
    }

    /**
     * A short remark on the reservation of an application that asked for one; empty for others. Contains no time,
     * because a changed text counts as news.
     */
    public static String remark(ReservationRequest ask, Rate held) {
        if (ask.waitsFor().isPresent()) {
            return "its reservation of " + rate(ask.waitsFor().get()) + " waits for room";
        }
        boolean isAskedFor = ask.mode() != Mode.IGNORE && !held.equals(Rate.ZERO);
        return isAskedFor ? "its reservation of " + rate(held) + " is admitted" : "";
    }

    private static String bound(Claim claim, Headroom room) {
        String free = rate(room.free());
        return switch (room.bound()) {
            case TENANT -> free + " are free of what the tenant " + claim.tenant() + " has reserved";
            case DISKS -> free + " are free of what " + where(claim) + " can promise";
            case UNKNOWN -> "it is not known what " + where(claim) + " can give";
        };
    }

    private static String where(Claim claim) {
        return claim.nodes().isEmpty()
                ? "the disks"
                : "the disks of " + claim.nodes().get(0)
                        + (claim.nodes().size() == 1
                                ? ""
                                : " and " + (claim.nodes().size() - 1) + " more");
    }

    private static String ahead(int ahead) {
        return ahead == 0
                ? ""
                : ", and " + ahead + (ahead == 1 ? " application comes" : " applications come") + " first";
    }

    private static String earliest(Decision.NotNow notNow) {
        return notNow.earliest()
                .map(AdmissionText::seconds)
                .map(seconds -> "; enough in " + seconds + " s if those who hold it do not renew")
                .orElse("");
    }

    /** In whole seconds, rounded up. */
    public static long seconds(Duration time) {
        return time.plusMillis(999).toSeconds();
    }

    private static String rate(Rate rate) {
        long bytes = rate.bytesPerSecond();
        return bytes < MEBIBYTE || bytes % MEBIBYTE == 0
                ? rate.toString()
                : (bytes / MEBIBYTE) + "." + (bytes % MEBIBYTE * 10 / MEBIBYTE) + "m";
    }
}
