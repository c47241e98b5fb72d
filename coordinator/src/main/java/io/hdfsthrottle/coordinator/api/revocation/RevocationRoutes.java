package io.hdfsthrottle.coordinator.api.revocation;

import io.hdfsthrottle.coordinator.access.Revocations;
import io.hdfsthrottle.coordinator.access.Revoked;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.NodeKey;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;

/** REST endpoint {@code /v1/revocations}: an administrator refuses the keys that a node had until now. */
public record RevocationRoutes(Revocations revocations, AuditTrail audit) implements Routes {
    private static final String PATH = "/v1/revocations";

    private record Line(String host, long until) {}

    private record Lines(List<Line> revocations, String next) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get(PATH, this::list, Needs.VIEW);
        routes.put(PATH + "/{host}", this::revoke, Needs.ADMIN);
        routes.delete(PATH + "/{host}", this::restore, Needs.ADMIN);
    }

    private void list(Context context) {
        List<Line> all = revocations.now().until().entrySet().stream()
                .map(each -> new Line(each.getKey(), each.getValue()))
                .toList();
        Page<Line> page = Page.of(context, all, Line::host);
        Answers.json(context, 200, new Lines(page.items(), page.next()));
    }

    private void revoke(Context context) {
        String host = host(context);
        boolean dryRun = Answers.dryRun(context);
        Revoked after = revocations.revoke(host, dryRun);
        if (!dryRun) {
            audit.happened(Gate.origin(context), "node.revoked", host, "keys issued until now");
        }
        Answers.json(context, 200, new Line(host, after.until().get(host)));
    }

    private void restore(Context context) {
        String host = host(context);
        boolean dryRun = Answers.dryRun(context);
        Revoked unused = revocations.restore(host, dryRun);
        if (!dryRun) {
            audit.happened(Gate.origin(context), "node.restored", host, "all keys");
        }
        context.status(204);
    }

    private static String host(Context context) {
        String host = context.pathParam("host");
        if (!NodeKey.isHost(host)) {
            throw new InvalidInput("host", host, NodeKey.HOST_RULE);
        }
        return NodeKey.hostOf(host);
    }
}
