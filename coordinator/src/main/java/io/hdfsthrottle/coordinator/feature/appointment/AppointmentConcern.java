package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;

/**
 * The appointments as a replicated state: at most 256, less than 200 KiB. Those that are not understood are dropped:
 * waiting applications begin by themselves in time.
 */
final class AppointmentConcern {
    static final Concern<Calendar> APPOINTMENTS = new Concern<>(
            "appointments",
            Calendar.EMPTY,
            Snapshot.of("appointments", 1, Calendar.EMPTY, Calendar.class),
            Unreadable.BEGINS_ANEW);

    private AppointmentConcern() {}
}
