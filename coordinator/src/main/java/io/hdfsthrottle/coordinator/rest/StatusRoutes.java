package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.election.Leadership;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.ledger.GrantBook;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** What every coordinator answers, leader or not: its state, its metrics, its description. */
final class StatusRoutes {
    static final String STATUS = "/v1/status";
    private static final String SPECIFICATION = "/openapi.yaml";

    private final String cluster;
    private final Supplier<URI> self;
    private final Leadership leadership;
    private final GrantBook grants;
    private final Supplier<String> metrics;

    StatusRoutes(
            String cluster, Supplier<URI> self, Leadership leadership, GrantBook grants, Supplier<String> metrics) {
        this.cluster = cluster;
        this.self = self;
        this.leadership = leadership;
        this.grants = grants;
        this.metrics = metrics;
    }

    private record StatusAnswer(
            String cluster, String self, String leader, boolean leading, Long epoch, String version) {}

    void addTo(RoutesConfig routes) {
        routes.get(STATUS, this::status, Needs.NOTHING);
        routes.get(
                "/metrics",
                context -> context.result(metrics.get()).contentType("text/plain; version=0.0.4"),
                Needs.VIEW);
        String specification = specification();
        routes.get(
                SPECIFICATION, context -> context.result(specification).contentType("application/yaml"), Needs.NOTHING);
    }

    private void status(Context context) {
        Optional<Term> term = leadership.term();
        Answers.json(
                context,
                200,
                new StatusAnswer(
                        cluster,
                        self.get().toString(),
                        leadership.leader().map(URI::toString).orElse(null),
                        term.isPresent(),
                        term.map(Term::epoch).orElse(null),
                        term.map(leading -> grants.version().toString()).orElse(null)));
    }

    private static String specification() {
        try (InputStream resource = StatusRoutes.class.getResourceAsStream(SPECIFICATION)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new IllegalStateException("this JAR lacks its openapi.yaml", unreadable);
        }
    }
}
