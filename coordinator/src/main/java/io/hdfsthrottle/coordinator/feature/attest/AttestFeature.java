package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.time.Duration;
import java.util.Map;

/** Findings: what is not as promised, in events, metrics and answers. It has no settings. */
public final class AttestFeature implements Feature {
    private static final Duration TURN = Duration.ofSeconds(1);

    @Override
    public Part configured(SettingsReader reader) {
        return AttestFeature::join;
    }

    private static void join(FeatureContext context) {
        FindingBook book = new FindingBook(context);
        context.routes(new FindingRoutes(book, context.core()));
        context.finds(() -> Predictions.of(context.core()
                .scores()
                .lately(Predictions.TOLD, context.core().ticker().nanos())));
        context.tellsFindings(() -> book.findings().lasting().size());
        for (Finding.Kind kind : Finding.Kind.values()) {
            context.gauge(
                    "findings", Map.of("kind", kind.label()), "Things that are not as promised", () -> book.findings()
                            .count(kind));
        }
        context.inTerm(term -> book.open(), book::close);
        context.every(TURN, "findings", book::turn);
    }
}
