package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hdfsthrottle.coordinator.api.PolicyText.Change;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.plan.Prediction;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;

/** What a change of the policy would do: the answer to every dry run of one. Thread-safe. */
record Foresight(Services services) {
    /** So many applications that change their tenant one answer names. */
    private static final int MOST_MOVED = 1_000;

    /** What changes, and what that does; applications and prediction are null for a change that was made. */
    record Consequences(List<Change> changes, List<MovedApplication> applications, Prediction prediction) {
        /** Of a change that was made. */
        static Consequences made(Policy before, Policy after) {
            return new Consequences(PolicyText.changes(before, after), null, null);
        }
    }

    /** What the change would be answered, and what it would do. */
    private record Rehearsed(
            @JsonUnwrapped Object answer, @JsonUnwrapped Consequences consequences) {}

    /** A living application that would belong to another tenant, as far as the coordinator decides that. */
    private record MovedApplication(
            String application, String user, String before, String after, long bytesPerSecond) {}

    /** Answers a change of something that has that entity, and a dry run with its consequences, too. */
    void answer(Context context, int status, Object entity, Policy before, Policy after) {
        Answers.json(context, status, Answers.dryRun(context) ? new Rehearsed(entity, of(before, after)) : entity);
        context.header("ETag", EntityTag.of(entity));
    }

    /** Answers that something was deleted, and a dry run of that with its consequences. */
    void ended(Context context, Policy before, Policy after) {
        if (Answers.dryRun(context)) {
            Answers.json(context, 200, of(before, after));
        } else {
            context.status(204);
        }
    }

    Consequences of(Policy before, Policy after) {
        return new Consequences(PolicyText.changes(before, after), moved(before, after), predict(before, after));
    }

    /** Those that move most bytes first. */
    private List<MovedApplication> moved(Policy before, Policy after) {
        Registrations registrations = services.registrations();
        return services.applications().applications().stream()
                .filter(each -> !registrations.tenantOf(each, before).equals(registrations.tenantOf(each, after)))
                .map(each -> new MovedApplication(
                        each.id(),
                        each.user(),
                        registrations.tenantOf(each, before).name(),
                        registrations.tenantOf(each, after).name(),
                        services.nodes().activities().moved(each.id()).rate().bytesPerSecond()))
                .sorted(Comparator.comparingLong(MovedApplication::bytesPerSecond)
                        .reversed()
                        .thenComparing(MovedApplication::application))
                .limit(MOST_MOVED)
                .toList();
    }

    /** One at a time: on a large cluster it is as much work as several balances. */
    private synchronized Prediction predict(Policy before, Policy after) {
        return Prediction.of(
                before,
                after,
                services.balance().get().factors(),
                ClusterDemand.of(services.nodes().nodes(), unversioned -> 0));
    }
}
