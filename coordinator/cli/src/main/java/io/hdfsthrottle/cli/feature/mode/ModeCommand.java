package io.hdfsthrottle.cli.feature.mode;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mode}: shows or sets what DataNodes do about I/O. */
@Command(
        name = "mode",
        description = "Show the modes, or set one at once, without a restart: off (everything passes), shadow"
                + " (everything passes and is counted), enforce (I/O is scheduled); none takes it away. Off for the"
                + " cluster is off everywhere. canary NODE lets one node enforce in a cluster in shadow, until it is worse"
                + " than the others; canary none ends that.",
        mixinStandardHelpOptions = true)
public final class ModeCommand implements Callable<Integer>, FeatureCommand {
    private static final String NONE = "none";
    private static final String CANARY = "canary";
    private static final String EXAMPLE = "hdfs-throttle mode canary dn1.example.com:9866 --bounds slowerPercent=130";

    @Spec
    private CommandSpec command;

    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODE",
            description = "off, shadow, enforce, none, or canary.")
    private String mode;

    @Parameters(index = "1", arity = "0..1", paramLabel = "CANARY", description = "The node that is tried, or none.")
    private String canary;

    @Option(
            names = "--bounds",
            split = ",",
            paramLabel = "NAME=NUMBER",
            description = "When a canary is worse, separated by commas: slowerPercent=150 (the time for a byte),"
                    + " throughputPercent=50, errors=0, forSeconds=15, p99Percent=0 (of reads; 0 for any).")
    private Map<String, Integer> bounds = new TreeMap<>();

    @Option(names = "--node", paramLabel = "NODE", description = "Of that node alone, as nodes names it.")
    private String node;

    @Option(names = "--tenant", paramLabel = "NAME", description = "Of that tenant alone, on all nodes.")
    private String tenant;

    @Override
    public Integer call() throws InterruptedException {
        if (node != null && tenant != null) {
            throw Failure.wronglyAsked("--node or --tenant? A mode is of one of both, or of the cluster", null);
        }
        if (CANARY.equals(mode)) {
            return canary();
        }
        if (canary != null || !bounds.isEmpty()) {
            throw Failure.wronglyAsked("only a canary has a node of its own and bounds: " + EXAMPLE, null);
        }
        if (mode == null) {
            if (node != null || tenant != null) {
                throw Failure.wronglyAsked("which mode? For example hdfs-throttle mode shadow --node NODE", null);
            }
            return options.list("/v1/modes", ModeCommand::show);
        }
        String of = node != null ? "node " + node : tenant != null ? "tenant " + tenant : "the cluster";
        String path = "/v1/modes/"
                + (node != null
                        ? "nodes/" + Subcommands.encoded(node)
                        : tenant != null ? "tenants/" + Subcommands.encoded(tenant) : "cluster");
        boolean ends = mode.equals(NONE);
        RemoteCoordinator remote = options.remote();
        Answer set = remote.request(
                ends ? "DELETE" : "PUT", path + change.query(), ends ? null : Map.of("mode", mode), Map.of());
        if (node != null
                && !ends
                && remote.tryToAsk("GET", "/v1/nodes/" + Subcommands.encoded(node), null, Map.of())
                        .isNotFound()) {
            command.commandLine()
                    .getErr()
                    .println("hdfs-throttle: no node " + PlainText.of(node)
                            + " reports, and the mode waits for one; hdfs-throttle nodes names them, with their ports");
        }
        return options.print(
                set,
                (answer, out) -> out.println(PlainText.of(
                        "mode of " + of + ": " + (ends ? "none of its own" : answer.text("mode")) + change.remark())));
    }

    private int canary() throws InterruptedException {
        if (canary == null || node != null || tenant != null) {
            throw Failure.wronglyAsked("which node? For example " + EXAMPLE + ", or canary none", null);
        }
        boolean ends = canary.equals(NONE);
        Map<String, Object> body = new TreeMap<>(bounds);
        body.put("node", canary);
        return options.print(
                options.remote()
                        .request(
                                ends ? "DELETE" : "PUT",
                                "/v1/modes/canary" + change.query(),
                                ends ? null : body,
                                Map.of()),
                (answer, out) ->
                        out.println(PlainText.of((ends ? "no canary" : "canary: " + told(answer)) + change.remark())));
    }

    private static String told(JsonObject canary) throws MalformedJsonException {
        long p99 = canary.optionalCount("p99Percent").orElse(0L);
        return canary.text("node") + " (" + canary.text("state") + "; worse is above "
                + canary.count("slowerPercent") + " % of the time, below " + canary.count("throughputPercent")
                + " % of the throughput, " + (p99 > 0 ? "above " + p99 + " % of the 99th percentile of reads, " : "")
                + "or more than " + canary.count("errors") + " errors, for "
                + canary.count("forSeconds") + " s)";
    }

    private static void show(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("OF", "NAME", "MODE");
        table.row("cluster", "-", answer.optionalText("cluster").orElse("none: nodes go by hdfs.throttle.mode"));
        for (JsonObject each : answer.objects("modes", Integer.MAX_VALUE)) {
            table.row(each.text("of"), each.text("name"), each.text("mode"));
        }
        table.print(out);
        List<String> behind = answer.texts("behind", Integer.MAX_VALUE);
        if (!behind.isEmpty()) {
            out.println(PlainText.of("not as told: " + String.join(", ", behind)));
        }
        Optional<JsonObject> tried = answer.optionalObject("canary");
        if (tried.isPresent()) {
            out.println(PlainText.of("canary: " + told(tried.get()) + ": "
                    + tried.get().optionalText("standing").orElse("")));
        }
    }
}
