package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.Step;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * An HDFS in memory: files with policies and replicas, quotas, and a satisfier that moves one replica at a time and
 * forgets what it was asked for when it restarts.
 */
final class ModelHdfs implements NameNode {
    private static final int PAGE = 3;
    static final int REPLICAS = 3;

    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private final Map<String, Long> quotas = new HashMap<>();

    /**
     * Usage as HDFS counts it: when a quota is set where there was none, and when files come and go, but not when
     * policies change.
     */
    private final Map<String, Long> counted = new HashMap<>();

    private final Set<String> asked = new TreeSet<>();

    /** Files whose first request the NameNode remembers: it ignores a second one. */
    private final Set<String> marked = new TreeSet<>();

    private final List<Step> steps = new ArrayList<>();
    private long ids;
    private boolean satisfies = true;
    private Consumer<String> disturbance = call -> {};

    /** A file or folder; of a file, how many of its replicas lie on SSD. */
    static final class Node {
        private final long id;
        private final boolean folder;
        private final long length;
        private final long modified;
        private int policy;
        private int ssd;

        Node(long id, boolean folder, long length, long modified) {
            this.id = id;
            this.folder = folder;
            this.length = length;
            this.modified = modified;
        }

        long id() {
            return id;
        }

        long length() {
            return length;
        }

        long modified() {
            return modified;
        }

        int ssd() {
            return ssd;
        }
    }

    ModelHdfs() {
        Node root = new Node(0, true, 0, 0);
        root.policy = StoragePolicy.HOT.id();
        nodes.put("", root);
    }

    /** Sets a hook that runs before each call and after each change; it throws to make the call fail. */
    void disturbedBy(Consumer<String> newDisturbance) {
        disturbance = newDisturbance;
    }

    void satisfies(boolean on) {
        satisfies = on;
    }

    void folder(String path) {
        nodes.putIfAbsent(path, new Node(++ids, true, 0, 0));
    }

    /** Written where the policy of its folder says. */
    Node file(String path, long length, long modified) {
        Node file = new Node(++ids, false, length, modified);
        delete(path);
        nodes.put(path, file);
        StoragePolicy policy = StoragePolicy.ofId(policy(path)).orElseThrow();
        if (policy == StoragePolicy.LAZY_PERSIST) {
            file.policy = policy.id(); // HDFS copies it when the file is made.
        }
        file.ssd = policy == StoragePolicy.ALL_SSD ? REPLICAS : policy == StoragePolicy.ONE_SSD ? 1 : 0;
        count(path, 1);
        return file;
    }

    private void count(String path, int sign) {
        Node file = nodes.get(path);
        StoragePolicy policy = named(path);
        counted.replaceAll((quota, bytes) ->
                quota.endsWith(" " + policy.type()) && path.startsWith(quota.substring(0, quota.lastIndexOf(' ')) + "/")
                        ? bytes + sign * policy.takes(file.length, REPLICAS)
                        : bytes);
    }

    void delete(String path) {
        if (nodes.containsKey(path)) {
            count(path, -1);
        }
        nodes.remove(path);
        asked.remove(path);
        marked.remove(path);
    }

    Map<String, Node> files() {
        Map<String, Node> files = new TreeMap<>(nodes);
        files.values().removeIf(node -> node.folder);
        return files;
    }

    List<Step> steps() {
        return steps;
    }

    Set<String> requested() {
        return asked;
    }

    long quota(String path, String type) {
        return quotas.getOrDefault(path + " " + type, 0L);
    }

    /** The policy that holds: its own, or that of a folder above. */
    int policy(String path) {
        Node node = nodes.get(path);
        return node != null && node.policy > 0 ? node.policy : policy(path.substring(0, path.lastIndexOf('/')));
    }

    StoragePolicy named(String path) {
        return StoragePolicy.ofId(policy(path)).orElseThrow();
    }

    /** The satisfier moves one replica of each file that it was asked for. */
    void work() {
        for (String path : List.copyOf(asked)) {
            Node file = nodes.get(path);
            if (file != null && named(path).misplaced(file.ssd, REPLICAS) > 0) {
                file.ssd--;
            } else {
                asked.remove(path);
                marked.remove(path);
            }
        }
    }

    /** The satisfier restarts, and forgets some of what it was asked. */
    void forgetSome(SplittableRandom random) {
        asked.removeIf(path -> random.nextBoolean());
    }

    private Node node(String path) throws Gone {
        Node node = nodes.get(path);
        if (node == null) {
            throw new Gone("there is no " + path);
        }
        return node;
    }

    private Entry entry(String path, Node node) {
        return new Entry(path, node.id, node.folder, node.length, REPLICAS, node.modified, policy(path), 128 << 20);
    }

    private void before(String call) throws IOException {
        try {
            disturbance.accept(call);
        } catch (java.io.UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    @Override
    public Entry status(String path) throws IOException {
        before("status");
        return entry(path, node(path));
    }

    @Override
    public Page list(String folder, String after) throws IOException {
        before("list");
        Node unused = node(folder);
        List<Entry> entries = new ArrayList<>();
        boolean more = false;
        for (Map.Entry<String, Node> each : nodes.entrySet()) {
            String path = each.getKey();
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (path.equals(folder + "/" + name) && name.compareTo(after) > 0) {
                more = entries.size() == PAGE;
                if (more) {
                    break;
                }
                entries.add(entry(path, each.getValue()));
            }
        }
        return new Page(entries, more);
    }

    @Override
    public Usage usage(String folder, String type) throws IOException {
        before("usage");
        Long quota = quotas.get(folder + " " + type);
        return quota == null ? Usage.NONE : new Usage(OptionalLong.of(quota), OptionalLong.of(counted(folder, type)));
    }

    long counted(String folder, String type) {
        return Math.max(0, counted.getOrDefault(folder + " " + type, 0L));
    }

    long used(String folder, String type) {
        long used = 0;
        for (Map.Entry<String, Node> each : files().entrySet()) {
            StoragePolicy policy = named(each.getKey());
            if (each.getKey().startsWith(folder + "/") && policy.type().equals(type)) {
                used += policy.takes(each.getValue().length, REPLICAS);
            }
        }
        return used;
    }

    @Override
    public long misplaced(Entry file, StoragePolicy policy) throws IOException {
        before("misplaced");
        Node node = node(file.path());
        return policy.misplaced(node.ssd, REPLICAS) * node.length;
    }

    @Override
    public void take(Step step) throws IOException {
        before(step.toString());
        Node node = node(step.path());
        if (step instanceof Step.SetPolicy set) {
            if (!node.folder && node.policy == StoragePolicy.LAZY_PERSIST.id()) {
                throw new Refused("cannot be changed after file creation");
            }
            node.policy = set.policy().id();
        } else if (step instanceof Step.SetQuota set) {
            counted.computeIfAbsent(set.path() + " " + set.type(), quota -> used(set.path(), set.type()));
            quotas.put(set.path() + " " + set.type(), set.bytes());
        } else if (step instanceof Step.ClearQuota clear) {
            counted.remove(clear.path() + " " + clear.type());
            quotas.remove(clear.path() + " " + clear.type());
        } else if (satisfies) {
            if (step instanceof Step.Satisfy satisfy && satisfy.again()) {
                marked.remove(step.path());
            }
            if (marked.add(step.path())) {
                asked.add(step.path());
            }
        } else {
            throw new Refused("the satisfier is off");
        }
        steps.add(step);
        before(step + " done");
    }

    Optional<Node> find(String path) {
        return Optional.ofNullable(nodes.get(path));
    }
}
