package io.hdfsthrottle.coordinator.slot;

/**
 * How one appointment stands, for people.
 *
 * @param slot its number
 * @param application whose it is
 * @param tenant whose weight it moves
 * @param bytes how much it is for
 * @param state {@code begun} or {@code waiting}
 * @param startSeconds how long until it begins: as planned, or at the latest if it is to be called; 0 once it has begun
 * @param leftSeconds how long it is kept yet; 0 before it begins, and while it gets what it did not get in time
 * @param bytesPerSecond what it is promised
 * @param servedBytes what it has got
 */
public record Standing(
        long slot,
        String application,
        String tenant,
        long bytes,
        String state,
        long startSeconds,
        long leftSeconds,
        long bytesPerSecond,
        long servedBytes) {
    static Standing of(Appointment appointment, long slice) {
        long start = appointment.callback() ? appointment.latest() : appointment.start();
        return new Standing(
                appointment.id(),
                appointment.application(),
                appointment.tenant().name(),
                appointment.bytes(),
                appointment.begun() ? "begun" : "waiting",
                appointment.begun() ? 0 : Math.max(0, start - slice),
                appointment.begun() ? Math.max(0, appointment.end() - slice) : 0,
                Math.round(appointment.rate()),
                Math.round(appointment.served()));
    }
}
