package io.hdfsthrottle.coordinator.feature.launch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Progress;
import java.util.List;
import java.util.Map;

/** JSON of one launched cluster; without progress, contact and log in a list. */
record ClusterAnswer(
        String cluster,
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
        long asked,
        long changed,
        long until,
        @JsonInclude(JsonInclude.Include.NON_NULL) Progress progress,
        @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> contact,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<String> log) {
    private static final int LONGEST_LINE = 2_000;

    static ClusterAnswer of(Deployment cluster) {
        return answer(cluster, null, null, null);
    }

    /** @param lines how many lines of the log */
    static ClusterAnswer whole(Deployment cluster, Backend backend, int lines) {
        String log = backend.log(cluster.id());
        List<String> all = log.lines().toList();
        List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
        return answer(
                cluster,
                Progress.of(log).orElse(null),
                backend.contact(cluster.id()),
                last.stream().map(ClusterAnswer::cut).toList());
    }

    private static String cut(String line) {
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE);
    }

    private static ClusterAnswer answer(
            Deployment cluster, Progress progress, Map<String, String> contact, List<String> log) {
        Order order = cluster.order();
        return new ClusterAnswer(
                cluster.id(),
                order.product().name(),
                order.version().name(),
                cluster.state().label(),
                cluster.why().isEmpty() ? null : cluster.why(),
                order.user(),
                order.tenant().name(),
                order.size().disks(),
                order.size().nodes(),
                order.size().cores(),
                Form.written(order.size().memory()),
                order.size().arguments(),
                cluster.lease(),
                cluster.asked(),
                cluster.changed(),
                cluster.asked() + order.time().toSeconds(),
                progress,
                contact,
                log);
    }
}
