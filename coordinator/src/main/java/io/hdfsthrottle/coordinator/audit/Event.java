package io.hdfsthrottle.coordinator.audit;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An event of the audit log: an action that was done or refused. The order of the components is that of the members of
 * its JSON.
 *
 * @param id microseconds since 1970 when it was recorded, or one more than the one before: unique and rising for one
 *     coordinator
 * @param time the same, as ISO 8601 in UTC, for display
 * @param event what happened: {@code tenant.changed}, {@code refused} and others
 * @param name the object of the event
 * @param by the name of the credential; {@code coordinator} for what it does by itself, {@code -} for none that is
 *     known
 * @param from the address of the request, or {@code -}
 * @param before what it was; null if it was not there
 * @param after what it is; null if it is no longer there
 * @param detail further details, or null
 */
public record Event(
        long id,
        String time,
        String event,
        String name,
        String by,
        String from,
        JsonNode before,
        JsonNode after,
        String detail) {}
