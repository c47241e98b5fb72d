package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.policy.PlanText;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tenants}: list, set, delete. */
@Command(name = "tenants", description = "List, set and delete tenants.", mixinStandardHelpOptions = true)
final class TenantsCommand extends Subcommands {
    private static final String SHORT_CIRCUIT = "shortCircuit";

    /** Whose limit is below it has forgotten a unit. */
    private static final long HARDLY_ANY = 64 << 10;

    @Command(name = "list", description = "List the tenants.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/tenants", (answer, out) -> {
            Table table = new Table("TENANT", "PRIORITY", "RESERVATION", "LIMIT", "SHORT CIRCUIT");
            for (JsonObject tenant : answer.objects("tenants", Integer.MAX_VALUE)) {
                table.row(
                        tenant.text("tenant"),
                        tenant.count("priority"),
                        Rate.ofBytesPerSecond(tenant.count("reservationBytesPerSecond")),
                        limit(tenant),
                        tenant.optionalText(SHORT_CIRCUIT).orElse("-"));
            }
            table.print(out);
        });
    }

    @Command(
            name = "set",
            description = "Add a tenant or change it; what is not named stays as it is.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "NAME", description = "The tenant's name.") String name,
            @Option(names = "--priority", paramLabel = "N", description = "A whole number, 1 to 100, e.g. 8.")
                    Integer priority,
            @Option(
                            names = "--reservation",
                            paramLabel = "RATE",
                            description = "At least this much, e.g. 20m; 0 for none.")
                    String reservation,
            @Option(names = "--limit", paramLabel = "RATE", description = "At most this much, e.g. 100m, or none.")
                    String limit,
            @Option(
                            names = "--short-circuit",
                            paramLabel = "WHAT",
                            description =
                                    "tcp: applications read replicas on their own host through the DataNode; free: as"
                                            + " HDFS is set.")
                    String shortCircuit)
            throws InterruptedException {
        RemoteCoordinator remote = options.remote();
        String path = "/v1/tenants/" + encoded(name);
        Optional<Answer> present = remote.find(path);
        Map<String, Object> body = new LinkedHashMap<>();
        if (present.isEmpty() && priority == null) {
            throw new Failure("there is no tenant " + name + " yet; a new one needs --priority, for example 8");
        }
        present.ifPresent(tenant -> body.putAll(tenant.read(TenantsCommand::terms)));
        Map<String, String> unchanged = present.map(tenant -> Map.of("If-Match", tenant.entityTag()))
                .orElseGet(() -> Map.of("If-None-Match", "*"));
        putIfGiven(body, "priority", priority);
        putRate(body, "reservationBytesPerSecond", "--reservation", reservation);
        putRate(body, "limitBytesPerSecond", "--limit", limit);
        putIfGiven(body, SHORT_CIRCUIT, shortCircuit);
        Answer answer = remote.request("PUT", path + change.query(), body, unchanged);
        return options.print(answer, (tenant, out) -> {
            out.println("tenant " + tenant.text("tenant") + ": priority "
                    + tenant.count("priority") + ", reservation "
                    + Rate.ofBytesPerSecond(tenant.count("reservationBytesPerSecond")) + ", limit "
                    + limit(tenant)
                    + shortCircuit(tenant, shortCircuit != null)
                    + change.remark());
            long limited = tenant.optionalCount("limitBytesPerSecond").orElse(Long.MAX_VALUE);
            if (limit != null && limited < HARDLY_ANY) {
                out.println(
                        "a limit of " + Amount.rate(limited)
                                + " lets hardly anything through; a number without a unit is of bytes a second, 100m is 100 MiB/s");
            }
            PlanText.foreseen(tenant, out);
        });
    }

    @Command(name = "delete", description = "Delete a tenant.", mixinStandardHelpOptions = true)
    int delete(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "NAME", description = "The tenant's name.") String name)
            throws InterruptedException {
        Answer answer =
                options.remote().request("DELETE", "/v1/tenants/" + encoded(name) + change.query(), null, Map.of());
        return options.print(answer, (foreseen, out) -> {
            out.println("tenant " + name + " deleted" + change.remark());
            PlanText.foreseen(foreseen, out);
        });
    }

    private static Map<String, Object> terms(JsonObject tenant) throws MalformedJsonException {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("priority", tenant.count("priority"));
        terms.put("reservationBytesPerSecond", tenant.count("reservationBytesPerSecond"));
        terms.put(
                "limitBytesPerSecond",
                tenant.optionalCount("limitBytesPerSecond").orElse(null));
        tenant.optionalText(SHORT_CIRCUIT).ifPresent(label -> terms.put(SHORT_CIRCUIT, label));
        return terms;
    }

    /** The short-circuit setting for the output; the default is omitted unless the user has just set it. */
    private static String shortCircuit(JsonObject tenant, boolean asked) throws MalformedJsonException {
        return tenant.optionalText(SHORT_CIRCUIT)
                .filter(label -> asked || !label.equals("tcp"))
                .map(", short circuit "::concat)
                .orElse("");
    }

    private static String limit(JsonObject tenant) throws MalformedJsonException {
        Optional<Long> limit = tenant.optionalCount("limitBytesPerSecond");
        return limit.map(bytes ->
                        bytes % 1024 == 0 ? Rate.ofBytesPerSecond(bytes).toString() : bytes + " B/s")
                .orElse("none");
    }
}
