package io.hdfsthrottle.cli.policy.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A queue of YARN.
 *
 * @param path its names from the root, without it, with dots between
 * @param weight what it weighs beside its siblings
 * @param queues those below it; none of a leaf, which becomes a tenant
 */
record Queue(String path, int line, double weight, List<Queue> queues) {
    static final String ROOT = "root";

    /** A priority that is off by this part is told. */
    private static final double INEXACT = 0.05;

    /** A leaf with its part of the cluster. */
    private record Leaf(Queue queue, double part) {}

    /** The queue of that path, or of that last name if just one leaf has it. */
    static Optional<Queue> named(Queue root, String reference) {
        String path = withoutRoot(reference);
        List<Queue> leaves = root.leaves().toList();
        List<Queue> like =
                leaves.stream().filter(leaf -> leaf.name().equals(path)).toList();
        return leaves.stream()
                .filter(leaf -> leaf.path.equals(path))
                .findFirst()
                .or(() -> like.size() == 1 ? Optional.of(like.get(0)) : Optional.empty());
    }

    static String withoutRoot(String path) {
        return path.startsWith(ROOT + ".") ? path.substring(ROOT.length() + 1) : path;
    }

    /** The last part of its path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The path of the queue that it is in; empty for the root. */
    String parent() {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    Stream<Queue> leaves() {
        return queues.isEmpty() ? Stream.of(this) : queues.stream().flatMap(Queue::leaves);
    }

    /** Makes each leaf below this root a tenant, with a priority by its part of the cluster. */
    void into(Translation translation) {
        List<Leaf> leaves = new ArrayList<>();
        collect(1, leaves, translation);
        List<Integer> priorities = Priorities.of(leaves.stream().map(Leaf::part).toList());
        double parts = leaves.stream().mapToDouble(Leaf::part).sum();
        double all = priorities.stream().mapToInt(Integer::intValue).sum();
        for (int i = 0; i < leaves.size(); i++) {
            Queue queue = leaves.get(i).queue;
            translation.tenant(queue.line, "queue", queue.path, priorities.get(i), null);
            double part = parts == 0 ? 0 : leaves.get(i).part / parts;
            double got = priorities.get(i) / all;
            if (Math.abs(got - part) > INEXACT * part) {
                translation.comment(
                        queue.line,
                        String.format(
                                Locale.ROOT,
                                "queue %s has %.2f %% of the cluster; priority %d is %.2f %% of all",
                                queue.path,
                                100 * part,
                                priorities.get(i),
                                100 * got));
            }
        }
        priorities.stream()
                .max(Integer::compare)
                .filter(highest -> highest >= Priorities.OF_HDFS)
                .ifPresent(highest -> translation.commentOnAll(String.format(
                        Locale.ROOT,
                        "such ratios need priorities up to %d, and HDFS's own tenants have %d: slow re-replication risks"
                                + " data; raise theirs with tenants set hdfs.replication --priority, or lower these",
                        highest,
                        Priorities.OF_HDFS)));
        if (leaves.stream().noneMatch(leaf -> leaf.queue.path.equals("default"))) {
            translation.commentOnAll(
                    "there is no queue default: tenant default, for whom no rule matches, has priority 1");
        }
    }

    private void collect(double part, List<Leaf> leaves, Translation translation) {
        if (queues.isEmpty()) {
            leaves.add(new Leaf(this, part));
            return;
        }
        if (!path.isEmpty()) {
            translation.comment(
                    line,
                    "queue " + path + " is no tenant, those in it are: what one leaves is for all tenants, not for its"
                            + " siblings first");
        }
        double sum = queues.stream().mapToDouble(Queue::weight).sum();
        queues.forEach(queue -> queue.collect(sum == 0 ? 0 : part * queue.weight / sum, leaves, translation));
    }
}
