package io.hdfsthrottle.coordinator.audit;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Something that was done, or refused. The order of the components is that of the members of its JSON.
 *
 * @param id microseconds since 1970 when it was recorded, or one more than the one before: unique and rising for one coordinator
 * @param time the same, as ISO 8601 in UTC, for people
 * @param event what happened: {@code tenant.changed}, {@code refused} and others
 * @param name what it happened to
 * @param by the name of the credential; {@code coordinator} for what it does by itself, {@code -} for none that is known
 * @param from the address of the request, or {@code -}
 * @param before what it was; null if it was not there
 * @param after what it is; null if it is no longer there
 * @param detail what else there is to say, or null
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
