package io.hdfsthrottle.coordinator.feature.launch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Progress;
import java.util.List;
import java.util.Map;

/** JSON of one deployment; without progress, contact and log in a list. */
record DeploymentAnswer(
        String deployment,
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

    private static String cut(String line) {
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE);
    }

    private static DeploymentAnswer answer(
            Deployment deployment, Progress progress, Map<String, String> contact, List<String> log) {
        Order order = deployment.order();
        return new DeploymentAnswer(
                deployment.id(),
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
