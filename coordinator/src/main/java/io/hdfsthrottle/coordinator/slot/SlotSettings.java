package io.hdfsthrottle.coordinator.slot;

import java.time.Duration;

/**
 * What appointments promise, and how far they go.
 *
 * @param on whether anybody may make one
 * @param atOnce so many are kept at a time, unless a deadline comes first
 * @param share what one is promised, as a part of what all disks can give: above 0, below {@link #MOST_SHARE}
 * @param longest for how long one is kept as promised; an application that reads more has the rest without
 * @param most so many may be open at a time, those that are kept among them
 * @param mostOfOne the same of one application
 * @param mostWeight what the weight of a tenant that has one is multiplied with at most
 * @param afterwards what the weight of a tenant that returns what it got beyond its fair share is multiplied with
 * @param forgotten so long after the last appointment, what was not returned is forgotten
 */
public record SlotSettings(
        boolean on,
        int atOnce,
        double share,
        Duration longest,
        int most,
        int mostOfOne,
        double mostWeight,
        double afterwards,
        Duration forgotten) {
    /** No promises, together, are for more than that: some is left to those that make no appointments. */
    public static final double MOST_SHARE = 0.9;

    /** So many fit into what is kept for the next leader. */
    public static final int LARGEST_QUEUE = 256;

    /** Nobody makes appointments. */
    public static final SlotSettings OFF =
            new SlotSettings(false, 1, 0.5, Duration.ofMinutes(1), 64, 4, 8, 0.5, Duration.ofMinutes(10));

    /** @throws IllegalArgumentException if a value is out of its range */
    public SlotSettings {
        boolean counts = atOnce >= 1 && most >= 1 && most <= LARGEST_QUEUE && mostOfOne >= 1;
        boolean parts = share > 0 && share <= MOST_SHARE && mostWeight >= 1 && afterwards > 0 && afterwards <= 1;
        if (!counts || !parts || longest.toSeconds() < 1 || forgotten.toSeconds() < 1) {
            throw new IllegalArgumentException("appointments are at least one, of a second or more, at most "
                    + LARGEST_QUEUE + " together, promised at most " + MOST_SHARE + ", and weigh 1 or more");
        }
    }

    /** What a tenant may have got beyond its fair share and not returned, before its appointments move its weight no more: what one appointment is promised. */
    double mostOwed(double capacity) {
        return share * capacity * longest.toSeconds();
    }

    /** The defaults, switched on. */
    public static SlotSettings standard() {
        return new SlotSettings(
                true,
                OFF.atOnce,
                OFF.share,
                OFF.longest,
                OFF.most,
                OFF.mostOfOne,
                OFF.mostWeight,
                OFF.afterwards,
                OFF.forgotten);
    }
}
