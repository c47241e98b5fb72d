package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A situation on three nodes: an application that asks why it is slow, beside another tenant. Undone when closed. */
final class Scene implements AutoCloseable {

    static final int ASKER = 0;
    static final int OTHER = 1;

    final ThreeNodes nodes;
    final String application;

    private final double rate;
    private final RunResources undone = new RunResources();
    private final List<Start> planned = new ArrayList<>();
    private final List<Streams> reading = new ArrayList<>();
    private int claims = ASKER;
    private boolean isTagged = true;
    private Step later = () -> {};

    /** @param rate of each disk, in bytes a second */
    Scene(ThreeNodes nodes, String application, double rate) {
        this.nodes = nodes;
        this.application = application;
        this.rate = rate;
    }

    /** A part of what is made. */
    @FunctionalInterface
    interface Step {
        void take() throws Exception;
    }

    @FunctionalInterface
    private interface Start {
        Streams with(Hdfs client);
    }

    /** That part of a disk's rate, in bytes a second. */
    long bytesPerSecond(double part) {
        return (long) (part * rate);
    }

    /** Sets the terms of a tenant; members of its body and their values in turn. Afterwards it has priority 1 alone. */
    void terms(int tenant, int priority, Object... more) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("priority", priority));
        for (int i = 0; i < more.length; i += 2) {
            body.put((String) more[i], more[i + 1]);
        }
        String path = "/v1/tenants/" + ThreeNodes.tenant(tenant);
        nodes.cluster().leader().put(path, body);
        undone.own(() -> nodes.cluster().leader().put(path, Map.of("priority", 1)));
    }

    /** Puts that, and deletes it afterwards. */
    void put(String path, Map<String, ?> body) throws IOException {
        nodes.cluster().leader().put(path, body);
        undone.own(() -> nodes.cluster().leader().delete(path));
    }

    /** Has something ended afterwards. */
    <T extends AutoCloseable> T own(T thing) {
        return undone.own(thing);
    }

    /** The disk of a node has that part of its speed. */
    void slow(int node, double part) throws IOException {
        LoadedDisk disk = nodes.disks().get(node);
        disk.speed(part);
        undone.own(() -> disk.speed(1));
    }

    /** What the DataNode sends passes a network of that part of its disk's rate (tc-htb(8)). */
    void behindNetwork(int node, double part) {
        undone.own(() -> shape("qdisc", "replace", "dev", "lo", "root", "noqueue"));
        shape("qdisc", "replace", "dev", "lo", "root", "handle", "1:", "htb");
        String sent = bytesPerSecond(part) + "bps";
        shape("class", "add", "dev", "lo", "parent", "1:", "classid", "1:1", "htb", "rate", sent, "burst", "256kb");
        List<String> from = List.of("match", "ip", "sport", nodes.transferPort(node), "0xffff", "flowid", "1:1");
        shape(Stream.concat(
                        Stream.of("filter", "add", "dev", "lo", "parent", "1:", "protocol", "ip", "u32"), from.stream())
                .toArray(String[]::new));
    }

    private static void shape(String... what) {
        String unused = SystemCommands.output(
                Stream.concat(Stream.of("tc"), Stream.of(what)).toArray(String[]::new));
    }

    /** The other tenant reads with so many threads on every node from now on. */
    void beside(int threads) {
        nodes.disks().forEach(disk -> undone.own(disk.reading(OTHER, threads)));
    }

    /** The application is to read with so many threads on that node, or on every one. */
    void reads(int node, int threads) {
        planned.add(client -> nodes.disks().get(node).reading(ASKER, client, threads));
    }

    void readsEverywhere(int threads) {
        for (int node = 0; node < ThreeNodes.NODES; node++) {
            reads(node, threads);
        }
    }

    /** The same with a thread that wants that part of the disk's rate. */
    void readsSlowly(int node, double part) {
        planned.add(client -> nodes.disks().get(node).readingSlowly(ASKER, client, part * rate));
    }

    void claims(int tenant) {
        claims = tenant;
    }

    void withoutTag() {
        isTagged = false;
    }

    /** What is done once the application has read for a while. */
    void later(Step step) {
        later = step;
    }

    /** Another application of its tenant reads like it for so long: weights, limits and capacities are known then. */
    void settle(Duration time) {
        Hdfs other = nodes.disks().get(0).clients().get(ASKER);
        List<Streams> all = planned.stream().map(start -> start.with(other)).toList();
        Rates.over(time, all);
        all.forEach(Streams::close);
    }

    /** The application begins to read. */
    void begin() throws Exception {
        String tag = nodes.cluster().register(application, ThreeNodes.tenant(claims));
        Hdfs client = undone.own(
                isTagged
                        ? Hdfs.tagged(nodes.cluster().nameNode(), tag)
                        : Hdfs.untagged(nodes.cluster().nameNode()));
        planned.forEach(start -> reading.add(undone.own(start.with(client))));
    }

    /** It reads for so long; returns what it gets, in bytes a second. */
    double reads(Duration time) throws Exception {
        double got = Rates.over(time, reading).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        later.take();
        return got;
    }

    /** It stops reading. */
    void stop() {
        reading.forEach(Streams::close);
    }

    @Override
    public void close() {
        undone.close();
    }
}
