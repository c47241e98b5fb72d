package io.hdfsthrottle.coordinator.admission;

/** Counts the parts of a JSON text before it is parsed: a few bytes of text can become hundreds in memory. */
public final class BodyShape {
    private BodyShape() {}

    /**
     * Whether it has at most that many parts: objects, lists and members. The same characters within strings count,
     * too, so this may find more than there are.
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
