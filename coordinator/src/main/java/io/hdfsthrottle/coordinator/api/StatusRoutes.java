package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.audit.Event;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.TenantBalance;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.mode.Mode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * REST endpoints that every coordinator answers, leader or not: its state, its metrics, its description. And those of
 * the leader only: balance, events and raising the epoch.
 */
record StatusRoutes(Services services, Supplier<String> specification) {
    static final String STATUS = "/v1/status";
    static final String READY = "/v1/ready";

    /** A number that every JSON parser preserves; large enough for milliseconds and restarts. */
    private static final long LARGEST_EPOCH = 1L << 52;

    private record StatusAnswer(
            String cluster,
            String self,
            String leader,
            boolean leading,
            Long epoch,
            String version,
            String mode,
            Integer findings) {}

    private record EpochAnswer(long above) {}

    private record TenantLine(
            String tenant,
            long demandBytesPerSecond,
            long entitlementBytesPerSecond,
            long splitsBytesPerSecond,
            long uncoveredBytesPerSecond) {
        static TenantLine of(TenantBalance tenant) {
            return new TenantLine(
                    tenant.tenant().name(),
                    tenant.demand().bytesPerSecond(),
                    tenant.entitlement().bytesPerSecond(),
                    tenant.splits().bytesPerSecond(),
                    tenant.uncovered().bytesPerSecond());
        }
    }

    private record BalanceAnswer(
            boolean relearning, long tookMicros, List<TenantLine> tenants, List<String> silent, String next) {}

    private record EventsAnswer(List<Event> events, String next) {}

    void addTo(RoutesConfig routes) {
        routes.get(STATUS, this::status, Needs.NOTHING);
        routes.get(READY, this::ready, Needs.NOTHING);
        routes.post("/v1/epoch", this::raise, Needs.ADMIN);
        routes.get("/v1/balance", this::balance, Needs.VIEW);
        routes.get("/v1/events", this::events, Needs.VIEW);
        routes.get(
                "/metrics",
                context -> context.result(services.metrics().get()).contentType("text/plain; version=0.0.4"),
                Needs.VIEW);
        routes.get(
                "/openapi.yaml",
                context -> context.result(specification.get()).contentType("application/yaml"),
                Needs.NOTHING);
    }

    private void status(Context context) {
        Optional<Term> term = services.leadership().term();
        Answers.json(
                context,
                200,
                new StatusAnswer(
                        services.cluster(),
                        services.self().get().toString(),
                        services.leadership().leader().map(URI::toString).orElse(null),
                        term.isPresent(),
                        term.map(Term::epoch).orElse(null),
                        term.map(leading -> services.grants().version().toString())
                                .orElse(null),
                        services.grants().modes().cluster().map(Mode::label).orElse(null),
                        term.map(leading -> services.findings().getAsInt()).orElse(null)));
    }

    private void ready(Context context) {
        if (services.leadership().leader().isEmpty()) {
            throw Problem.unavailable("No coordinator leads, as far as this one knows");
        }
        status(context);
    }

    private void balance(Context context) {
        Balance now = services.balance().get();
        Page<TenantLine> page =
                Page.of(context, now.tenants().stream().map(TenantLine::of).toList(), TenantLine::tenant);
        boolean isFirst = context.queryParam("cursor") == null;
        Answers.json(
                context,
                200,
                new BalanceAnswer(
                        now.relearning(),
                        services.balancingTook().get().toNanos() / 1_000,
                        page.items(),
                        isFirst ? now.silent() : List.of(),
                        page.next()));
    }

    private void events(Context context) {
        Page<Event> page = Page.of(
                context, services.audit().since(since(context)), event -> Page.key(Long.MAX_VALUE - event.id()));
        Answers.json(context, 200, new EventsAnswer(page.items(), page.next()));
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

    private void raise(Context context) {
        String permitted = "a whole number from this leader's epoch to " + LARGEST_EPOCH;
        long above = RequestBody.of(context, "above").count("above", permitted);
        long epoch = services.leadership()
                .term()
                .orElseThrow(() -> new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead"))
                .epoch();
        if (above < epoch || above > LARGEST_EPOCH) {
            throw new InvalidInput("above", above, permitted);
        }
        if (!Answers.dryRun(context)) {
            services.leadership().raiseEpoch(above);
            services.audit().happened(Gate.origin(context), "epoch.raised", Long.toString(epoch), "above " + above);
        }
        Answers.json(context, 202, new EpochAnswer(above));
    }
}
