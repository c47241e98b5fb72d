package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.unit.Ticker;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the canary of the leader, and takes it back to shadow. Turns are for one thread. */
final class CanaryWatch {
    private static final Logger LOG = LoggerFactory.getLogger(CanaryWatch.class);

    private final ModeBook book;
    private final NodeBook nodes;
    private final AuditTrail audit;
    private final Ticker ticker;
    private Comparison comparison;
    private volatile String standing = "";

    CanaryWatch(ModeBook book, NodeBook nodes, AuditTrail audit, Ticker ticker) {
        this.book = book;
        this.nodes = nodes;
        this.audit = audit;
        this.ticker = ticker;
    }

    void turn() {
        Optional<Canary> enforcing = book.now().canary().filter(Canary::enforces);
        if (enforcing.isEmpty()) {
            comparison = null;
            standing = "";
            return;
        }
        long nanos = ticker.nanos();
        if (comparison == null || !comparison.canary().equals(enforcing.get())) {
            comparison = new Comparison(enforcing.get(), nanos);
        }
        Optional<String> worse = comparison.next(nodes.nodes(), nanos);
        standing = comparison.standing();
        worse.ifPresent(why -> takeBack(enforcing.get(), why));
    }

    private void takeBack(Canary canary, String why) {
        ModeState unused = book.change(state -> state.withFailed(canary, why), false, (before, after) -> {
            LOG.error("The canary {} went back to shadow: {}", canary.node(), why);
            audit.happened(Origin.ITSELF, "canary.failed", canary.node(), why);
        });
        comparison = null; // the same one may begin again
    }

    /** How that canary compares with its peers, or why it failed; for people. */
    String standing(Canary canary) {
        return canary.failed().map(why -> "went back to shadow: " + why).orElse(standing);
    }

    /** A canary that failed is one until somebody ends it, or begins another one. */
    List<Finding> findings() {
        return book.now().canary().stream()
                .flatMap(canary -> canary.failed().stream()
                        .map(why -> new Finding(
                                Finding.Kind.CANARY_FAILED,
                                canary.node(),
                                "The canary " + canary.node() + " went back to shadow: " + why + ".")))
                .toList();
    }
}
