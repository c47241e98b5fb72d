package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Rate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code applications}: lists living applications and what they move, and changes the rates of one while it runs. */
@Command(
        name = "applications",
        description = "List the living applications, or change one's rates.",
        mixinStandardHelpOptions = true)
final class ApplicationsCommand extends Subcommands {
    @Command(name = "list", description = "List the living applications.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/applications", (answer, out) -> {
            Table table = new Table(
                    "APPLICATION",
                    "NAME",
                    "USER",
                    "CLAIMS",
                    "TENANT",
                    "SINCE",
                    "RATE",
                    "MOVED",
                    "LIMIT",
                    "RESERVATION");
            for (JsonObject application : answer.objects("applications", Integer.MAX_VALUE)) {
                table.row(
                        application.text("application"),
                        application.text("name"),
                        application.text("user"),
                        application.optionalText("claims").orElse("-"),
                        application.text("tenant"),
                        Instant.ofEpochSecond(application.count("notBefore")),
                        Amount.rate(application.count("bytesPerSecond")),
                        Amount.bytes(application.count("bytes")),
                        limit(application).orElse("-"),
                        reservation(application));
            }
            table.print(out);
        });
    }

    @Command(
            name = "executors",
            description = "List an application's executors and what each reads and writes, on HDFS and on local disks.",
            mixinStandardHelpOptions = true)
    int executors(
            @Mixin RemoteOptions options,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id.") String id)
            throws InterruptedException {
        return options.list("/v1/applications/" + encoded(id) + "/executors", (answer, out) -> {
            Table table =
                    new Table("EXECUTOR", "HDFS RATE", "READ", "WRITTEN", "LOCAL RATE", "LOCAL READ", "LOCAL WRITTEN");
            for (JsonObject executor : answer.objects("executors", Integer.MAX_VALUE)) {
                JsonObject hdfs = executor.object("hdfs");
                JsonObject local = executor.object("local");
                table.row(
                        executor.text("executor"),
                        Amount.rate(hdfs.count("bytesPerSecond")),
                        Amount.bytes(hdfs.count("readBytes")),
                        Amount.bytes(hdfs.count("writtenBytes")),
                        Amount.rate(local.count("bytesPerSecond")),
                        Amount.bytes(local.count("readBytes")),
                        Amount.bytes(local.count("writtenBytes")));
            }
            table.print(out);
        });
    }

    @Command(
            name = "set",
            description = "Change the rates of a living application; what is not named stays as it is.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions remoteOptions,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id.") String id,
            @Option(names = "--limit", paramLabel = "RATE", description = "At most this much, e.g. 30m, or none.")
                    String limit,
            @Option(
                            names = "--reservation",
                            paramLabel = "RATE",
                            description = "At least this much within what its tenant has reserved; 0 for none.")
                    String reservation,
            @Option(
                            names = "--admission",
                            paramLabel = "MODE",
                            description = "What becomes of the reservation without room: queue, reject or ignore.")
                    String admission,
            @Option(
                            names = "--node",
                            paramLabel = "NODE",
                            description = "A DataNode that holds its data; several times for several, none for all.")
                    List<String> nodes,
            @Option(
                            names = "--per",
                            paramLabel = "PART",
                            description = "What the rates are for: application, executor or task.")
                    String per,
            @Option(
                            names = "--pool-weight",
                            paramLabel = "POOL=N",
                            description = "What a pool weighs, 1 to 100, e.g. etl=3; may be given several times.")
                    Map<String, Integer> poolWeights)
            throws InterruptedException {
        RemoteCoordinator remote = remoteOptions.remote();
        String path = "/v1/applications/" + encoded(id);
        Answer present = remote.request("GET", path, null, Map.of());
        Map<String, Object> body = present.read(ApplicationsCommand::terms);
        putRate(body, "reservationBytesPerSecond", "--reservation", reservation);
        putRate(body, "limitBytesPerSecond", "--limit", limit);
        putIfGiven(body, "per", per);
        putIfGiven(body, "admission", admission);
        putIfGiven(body, "nodes", List.of("none").equals(nodes) ? List.of() : nodes);
        if (poolWeights != null) {
            Map<String, Object> weights = new TreeMap<>();
            if (body.get("poolWeights") instanceof Map<?, ?> before) {
                before.forEach((pool, weight) -> weights.put(String.valueOf(pool), weight));
            }
            weights.putAll(poolWeights);
            body.put("poolWeights", weights);
        }
        Answer answer = remote.request("PUT", path + change.query(), body, Map.of("If-Match", present.entityTag()));
        return remoteOptions.print(
                answer,
                (application, out) -> out.println("application " + application.text("application") + ": limit "
                        + limit(application).orElse("none") + ", reservation "
                        + Rate.ofBytesPerSecond(application.count("reservationBytesPerSecond")) + waiting(application)
                        + change.remark()));
    }

    private static String waiting(JsonObject application) throws MalformedJsonException {
        Optional<Long> waitsFor = waitsFor(application);
        return waitsFor.isPresent() ? ", waits for " + Rate.ofBytesPerSecond(waitsFor.get()) : "";
    }

    /** What it waits for; nothing from a coordinator that does not say. */
    private static Optional<Long> waitsFor(JsonObject application) throws MalformedJsonException {
        Optional<JsonObject> admission = application.optionalObject("admission");
        return admission.isPresent() ? admission.get().optionalCount("waitsForBytesPerSecond") : Optional.empty();
    }

    private static String reservation(JsonObject application) throws MalformedJsonException {
        Optional<Long> waitsFor = waitsFor(application);
        if (waitsFor.isPresent()) {
            return Rate.ofBytesPerSecond(waitsFor.get()) + " queued";
        }
        Rate held = Rate.ofBytesPerSecond(
                application.optionalCount("reservationBytesPerSecond").orElse(0L));
        return held.equals(Rate.ZERO) ? "-" : held + " admitted";
    }

    private static Map<String, Object> terms(JsonObject application) throws MalformedJsonException {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("per", application.text("per"));
        Optional<Long> waitsFor = waitsFor(application);
        terms.put(
                "reservationBytesPerSecond",
                waitsFor.isPresent() ? waitsFor.get() : application.count("reservationBytesPerSecond"));
        application.optionalCount("limitBytesPerSecond").ifPresent(limit -> terms.put("limitBytesPerSecond", limit));
        Map<String, Object> weights = new TreeMap<>();
        JsonObject pools = application.object("poolWeights");
        for (String pool : pools.names()) {
            weights.put(pool, pools.count(pool));
        }
        terms.put("poolWeights", weights);
        JsonObject admission = application.object("admission");
        terms.put("admission", admission.text("mode"));
        terms.put("nodes", admission.texts("nodes", Integer.MAX_VALUE));
        return terms;
    }

    private static Optional<String> limit(JsonObject application) throws MalformedJsonException {
        String per = application.optionalText("per").orElse("application");
        return application
                .optionalCount("limitBytesPerSecond")
                .map(Rate::ofBytesPerSecond)
                .map(rate -> rate + " per " + per);
    }
}
