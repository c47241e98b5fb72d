package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Event;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** {@code /v1/events}: what this coordinator recorded lately; people look. */
final class EventRoutes {
    private static final long USUAL = 100;
    private static final long MOST = 1_000;

    private final AuditTrail audit;

    EventRoutes(AuditTrail audit) {
        this.audit = audit;
    }

    private record EventsAnswer(List<Event> events) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/events", this::list, Needs.VIEW);
    }

    private void list(Context context) {
        int limit = Math.toIntExact(Answers.count(context, "limit", USUAL, MOST));
        Answers.json(context, 200, new EventsAnswer(audit.since(since(context), limit)));
    }

    /** An event's id, or a time. */
    private static long since(Context context) {
        String written = context.queryParam("since");
        if (written == null || written.matches("[0-9]+")) {
            return Answers.count(context, "since", 0, Long.MAX_VALUE);
        }
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(written));
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new InvalidInput("since", written, "the id of an event, or a time such as 2026-11-24T06:30:00Z");
        }
    }
}
