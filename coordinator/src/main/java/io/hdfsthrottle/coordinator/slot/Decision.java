package io.hdfsthrottle.coordinator.slot;

/** What becomes of a wish for an appointment. */
public sealed interface Decision {
    /**
     * There is one.
     *
     * @param calendar all of them, with it
     * @param appointment it
     * @param slices how long it waits: 0 for not at all; as planned, or at the latest if it is to be called
     */
    record Made(Calendar calendar, Appointment appointment, long slices) implements Decision {
        /** What it is told, in one word: {@code now}, {@code wait} or {@code callback}. */
        public String answer() {
            return slices == 0 ? "now" : appointment.callback() ? "callback" : "wait";
        }
    }

    /**
     * There is none, and nothing changes: who asked may begin all the same, with the weight that it has.
     *
     * @param reason why
     * @param sentence the same for people, with what would help
     */
    record Refused(Reason reason, String sentence) implements Decision {}

    /** Why there is none. */
    enum Reason {
        /** The coordinator's settings allow none. */
        OFF,
        /** This application has as many as it may. */
        MANY,
        /** There are as many as there may be. */
        FULL
    }
}
