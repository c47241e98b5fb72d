package io.hdfsthrottle.coordinator.admission;

/** How many parts a JSON text has, before it is parsed: a few bytes of text can become hundreds in memory. */
public final class BodyShape {
    private BodyShape() {}

    /**
     * Whether it has at most so many parts: objects, lists and members. Those characters within texts count, too, so this may find more than there are.
     */
    public static boolean hasAtMost(byte[] json, int parts) {
        int found = 0;
        for (byte each : json) {
            if (each == '{' || each == '[' || each == ',') {
                found++;
            }
        }
        return found <= parts;
    }
}
