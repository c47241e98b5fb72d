package io.hdfsthrottle.integration;

import io.hdfsthrottle.testkit.hdfs.DataNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the kernel says of a DataNode's connections and threads, whatever the DataNode says. */
final class KernelView {

    /** A transfer thread at work, as far as Linux keeps a thread's name. */
    private static final String TRANSFER_THREAD = "DataXceiver for";

    /** The second rate is the limit that a socket was given; where there is none, ss prints no second rate. */
    private static final Pattern PACED = Pattern.compile("pacing_rate [0-9.]+[KMG]?bps/([0-9.]+)([KMG]?)bps");

    private final DataNode dataNode;

    KernelView(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /** The limits of its clients' connections in bytes a second, of those that have one. */
    List<Double> connectionLimits() throws IOException {
        String port = dataNode.address().replaceFirst(".*:", "");
        return PACED.matcher(output("ss", "-tinH", "sport = :" + port))
                .results()
                .map(KernelView::bytes)
                .toList();
    }

    private static double bytes(MatchResult rate) {
        double factor =
                switch (rate.group(2)) {
                    case "K" -> 1e3;
                    case "M" -> 1e6;
                    case "G" -> 1e9;
                    default -> 1;
                };
        return Double.parseDouble(rate.group(1)) * factor / Byte.SIZE;
    }

    /**
     * The priorities at the disk of the transfer threads that serve a connection now, such as {@code best-effort: prio
     * 0}.
     */
    List<String> transferPriorities() throws IOException {
        Path tasks = Path.of("/proc", Long.toString(dataNode.process().pid()), "task");
        List<String> priorities = new ArrayList<>();
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread :
                    threads.filter(each -> TRANSFER_THREAD.equals(named(each))).toList()) {
                priorities.add(output("ionice", "-p", thread.getFileName().toString()));
            }
        }
        return priorities;
    }

    private static String output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    }

    private static String named(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).trim();
        } catch (IOException ended) {
            return "";
        }
    }
}
