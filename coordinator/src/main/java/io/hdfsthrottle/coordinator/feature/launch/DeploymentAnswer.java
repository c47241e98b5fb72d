package io.hdfsthrottle.coordinator.feature.launch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Progress;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * JSON of one deployment; without progress, contact and log in a list.
 *
 * @param coordinator the one that runs it, if that is not the one that answers
 */
record DeploymentAnswer(
        String deployment,
        @JsonInclude(JsonInclude.Include.NON_NULL) URI coordinator,
        String product,
        String version,
        String state,
        String why,
        String user,
        String tenant,
        int disks,
        int nodes,
        int cores,
        String memory,
        Map<String, String> arguments,
        String lease,
        long forSeconds,
        long asked,
        long changed,
        long until,
        @JsonInclude(JsonInclude.Include.NON_NULL) Progress progress,
        @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> contact,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<String> log) {
    private static final int LONGEST_LINE = 2_000;
    private static final int LONGEST_CAUSE = 200;
    private static final String UNKNOWN = "unknown";

    static DeploymentAnswer of(Deployment deployment) {
        return answer(deployment, null, null, null);
    }

    /** @param lines how many lines of the log */
    static DeploymentAnswer whole(Deployment deployment, Backend backend, int lines) {
        String log = backend.log(deployment.id());
        List<String> all = log.lines().toList();
        List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
        return answer(
                deployment,
                Progress.of(log).orElse(null),
                backend.contact(deployment.id()),
                last.stream().map(DeploymentAnswer::cut).toList());
    }

    /** The same for other coordinators, without its arguments. */
    DeploymentAnswer announced() {
        String cause = why == null || why.length() <= LONGEST_CAUSE ? why : why.substring(0, LONGEST_CAUSE);
        return with(null, Map.of(), state, cause, null);
    }

    /** The same, which that coordinator runs. */
    DeploymentAnswer at(URI runner) {
        return with(runner, arguments, state, why, null);
    }

    /** The same, which is to end. */
    DeploymentAnswer ending(String because) {
        return with(coordinator, arguments, Deployment.State.ENDING.label(), because, null);
    }

    /** The same, whose coordinator is gone. */
    DeploymentAnswer lost() {
        String because = "its coordinator " + coordinator + " is gone; it ends unless it goes on asking for its lease";
        return with(coordinator, arguments, UNKNOWN, because, null);
    }

    boolean isLost() {
        return state.equals(UNKNOWN);
    }

    /** The same, with what there is instead of a log. */
    DeploymentAnswer withoutLog() {
        return with(coordinator, arguments, state, why, List.of("Its log is at " + coordinator));
    }

    boolean isOver() {
        return Stream.of(Deployment.State.values())
                .anyMatch(each -> each.isOver() && each.label().equals(state));
    }

    /** Whether it has what is needed to look after it. */
    boolean isWhole() {
        return Stream.of(deployment, product, version, state, user, tenant, memory, lease)
                        .allMatch(text -> text != null && PlainText.is(text))
                && arguments != null
                && Tenant.parse(tenant).isPresent();
    }

    private DeploymentAnswer with(
            URI runner, Map<String, String> given, String now, String because, List<String> lines) {
        return new DeploymentAnswer(
                deployment,
                runner,
                product,
                version,
                now,
                because,
                user,
                tenant,
                disks,
                nodes,
                cores,
                memory,
                given,
                lease,
                forSeconds,
                asked,
                changed,
                until,
                progress,
                contact,
                lines);
    }

    private static String cut(String line) {
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE);
    }

    private static DeploymentAnswer answer(
            Deployment deployment, Progress progress, Map<String, String> contact, List<String> log) {
        Order order = deployment.order();
        return new DeploymentAnswer(
                deployment.id(),
                null,
                order.product().name(),
                order.version().name(),
                deployment.state().label(),
                deployment.why().isEmpty() ? null : deployment.why(),
                order.user(),
                order.tenant().name(),
                order.size().disks(),
                order.size().nodes(),
                order.size().cores(),
                Form.written(order.size().memory()),
                order.size().arguments(),
                deployment.lease(),
                order.time().toSeconds(),
                deployment.asked(),
                deployment.changed(),
                deployment.asked() + order.time().toSeconds(),
                progress,
                contact,
                log);
    }
}
