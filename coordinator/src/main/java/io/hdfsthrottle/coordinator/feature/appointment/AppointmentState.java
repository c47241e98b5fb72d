package io.hdfsthrottle.coordinator.feature.appointment;

import java.util.List;

/**
 * State of one appointment, for users.
 *
 * @param state {@code begun} or {@code waiting}
 * @param startSeconds how long until it begins: as planned, or at the latest for a callback; 0 once it has begun
 * @param leftSeconds how long it remains in force; 0 before it begins, and while it catches up after its time
 * @param nodes the DataNodes that it is for; none for all
 */
public record AppointmentState(
        long appointment,
        String application,
        String tenant,
        long bytes,
        String state,
        long startSeconds,
        long leftSeconds,
        long bytesPerSecond,
        long servedBytes,
        List<String> nodes) {
    static AppointmentState of(Appointment appointment, long slice) {
        long start = appointment.callback() ? appointment.latest() : appointment.start();
        return new AppointmentState(
                appointment.id(),
                appointment.application(),
                appointment.tenant().name(),
                appointment.bytes(),
                appointment.begun() ? "begun" : "waiting",
                appointment.begun() ? 0 : Math.max(0, start - slice),
                appointment.begun() ? Math.max(0, appointment.end() - slice) : 0,
                Math.round(appointment.rate()),
                Math.round(appointment.served()),
                List.copyOf(appointment.nodes()));
    }
}
