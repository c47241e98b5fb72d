package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shares of tenants that read cold files from one disk, nothing configured; the uncontrolled run beside. */
final class PaceShares {

    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int FILE_BYTES = 1 << 30;

    private PaceShares() {}

    /** Tenants of these weights with these threads. */
    record Case(String name, List<Integer> weights, List<Integer> threads) {}

    public static void main(String[] arguments) throws Exception {
        int rate = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 150;
        Path folder = Files.createTempDirectory("pace-shares");
        List<Case> cases = List.of(
                new Case("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1)),
                new Case("1:1:1 with 1:2:8", List.of(1, 1, 1), List.of(1, 2, 8)),
                new Case("1:8 with 1:1", List.of(1, 8), List.of(1, 1)),
                new Case("3:7:2:11:5 with 1:32:5:3:13", List.of(3, 7, 2, 11, 5), List.of(1, 32, 5, 3, 13)));
        try (SlowDisk disk = SlowDisk.mounted(folder, rate);
                Cluster cluster = Cluster.start(
                        folder.resolve("cluster"),
                        "3.4",
                        Map.of(
                                "dfs.datanode.data.dir",
                                disk.mount().resolve("data").toUri().toString()))) {
            Map<Integer, Hdfs> clients = new HashMap<>();
            for (int i = 0; i < 5; i++) {
                cluster.coordinator().putTenant("t" + i, 1);
                clients.put(i, Hdfs.tagged(cluster.nameNode(), cluster.register("app-" + i, "t" + i)));
                clients.get(i).write("/file-" + i, FILE_BYTES, i);
            }
            disk.flush();
            ColdFiles cold = ColdFiles.kept();
            try {
                for (Case each : cases) {
                    measure(cluster, clients, each);
                }
            } finally {
                cold.close();
            }
        }
    }

    private static void measure(Cluster cluster, Map<Integer, Hdfs> clients, Case each) throws Exception {
        for (int i = 0; i < each.weights().size(); i++) {
            cluster.coordinator().putTenant("t" + i, each.weights().get(i));
            cluster.register("app-" + i, "t" + i);
        }
        List<Streams> streams = new ArrayList<>();
        try {
            for (int i = 0; i < each.threads().size(); i++) {
                streams.add(Streams.reading(
                        clients.get(i), "/file-" + i, each.threads().get(i)));
            }
            Rates.over(Duration.ofSeconds(4), streams);
            for (int repeat = 0; repeat < 2; repeat++) {
                List<Double> rates = Rates.over(WINDOW, streams);
                report(each, rates);
            }
            System.out.println("    " + HookFigures.of(cluster.dataNode()).text("Errors") + " errors");
        } finally {
            streams.forEach(Streams::close);
        }
    }

    private static void report(Case each, List<Double> rates) {
        double total = rates.stream().mapToDouble(Double::doubleValue).sum();
        double weights = 0;
        for (int i = 0; i < rates.size(); i++) {
            weights += each.weights().get(i);
        }
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "%-30s total %6.1f MB/s ", each.name(), total / 1e6));
        double worst = 0;
        for (int i = 0; i < rates.size(); i++) {
            double error = rates.get(i) / (total * each.weights().get(i) / weights) - 1;
            worst = Math.max(worst, Math.abs(error));
            line.append(String.format(Locale.ROOT, " %.1f (%+.1f%%)", rates.get(i) / 1e6, error * 100));
        }
        System.out.println(line + String.format(Locale.ROOT, "  worst %.2f%%", worst * 100));
    }
}
