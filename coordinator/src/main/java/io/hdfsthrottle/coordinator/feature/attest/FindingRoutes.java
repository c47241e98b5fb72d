package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;

/** REST endpoint {@code /v1/findings}: what is not as promised. */
record FindingRoutes(FindingBook book, FeatureContext.Core core) implements Routes {
    /** @param since when it came, in seconds since 1970 */
    private record FindingAnswer(String kind, String subject, long since, String detail) {}

    private record FindingsAnswer(List<FindingAnswer> findings, String next) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/findings", this::list, Needs.VIEW);
    }

    @Override
    public List<String> sections() {
        return List.of("findings.js");
    }

    private void list(Context context) {
        Page<FindingAnswer> page = Page.of(
                context,
                book.findings().lasting().stream().map(this::answer).toList(),
                each -> each.kind + " " + each.subject);
        Answers.json(context, 200, new FindingsAnswer(page.items(), page.next()));
    }

    private FindingAnswer answer(Findings.Entry entry) {
        long ago = core.ticker().nanos() - entry.sinceNanos();
        return new FindingAnswer(
                entry.finding().kind().label(),
                entry.finding().subject(),
                core.clock().instant().minusNanos(ago).getEpochSecond(),
                entry.finding().detail());
    }
}
