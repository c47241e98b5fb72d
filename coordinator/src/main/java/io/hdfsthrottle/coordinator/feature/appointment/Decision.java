package io.hdfsthrottle.coordinator.feature.appointment;

/** Outcome of a request for an appointment. */
public sealed interface Decision {
    /**
     * The appointment is made.
     *
     * @param calendar all appointments, including this one
     * @param slices the wait: 0 for none; as planned, or the longest one for a callback
     */
    record Made(Calendar calendar, Appointment appointment, long slices) implements Decision {
        /** The answer in one word: {@code now}, {@code wait} or {@code callback}. */
        public String answer() {
            return slices == 0 ? "now" : appointment.callback() ? "callback" : "wait";
        }
    }

    /**
     * Nothing changes: the application may begin anyway, with its present weight. The sentence, for users, has a
     * remedy.
     */
    record Refused(Reason reason, String sentence) implements Decision {}

    /** Why a request is refused. */
    enum Reason {
        OFF,
        MANY,
        FULL,
        /** No node of these names reports. */
        UNKNOWN
    }
}
