package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code revocations}: the keys of DataNodes that are refused. */
@Command(
        name = "revocations",
        description = "List, add or remove revocations of DataNodes' keys.",
        mixinStandardHelpOptions = true)
final class RevocationsCommand extends Subcommands {
    private static final String PATH = "/v1/revocations";

    @Command(name = "list", description = "List the revocations.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list(PATH, RevocationsCommand::print);
    }

    private static void print(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("HOST", "KEYS ISSUED UNTIL");
        for (JsonObject each : answer.objects("revocations", Integer.MAX_VALUE)) {
            Instant until = Instant.ofEpochSecond(each.count("until"));
            table.row(each.text("host"), until.toString());
        }
        table.print(out);
    }

    @Command(
            name = "add",
            description =
                    "Refuse the keys that the nodes of a host had until now; hdfs-throttle node-key makes another.",
            mixinStandardHelpOptions = true)
    int add(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "HOST", description = "As in its key: the node's name without the port.")
                    String host)
            throws InterruptedException {
        return options.print(
                options.remote().request("PUT", PATH + "/" + encoded(host) + change.query(), null, Map.of()),
                (answer, out) -> out.println("revoked: keys of " + host + " issued until "
                        + Instant.ofEpochSecond(answer.count("until")) + change.remark()));
    }

    @Command(
            name = "remove",
            description = "Accept all keys of the nodes of a host again.",
            mixinStandardHelpOptions = true)
    int remove(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "HOST", description = "As the list names it.") String host)
            throws InterruptedException {
        return options.print(
                options.remote().request("DELETE", PATH + "/" + encoded(host) + change.query(), null, Map.of()),
                (answer, out) -> out.println("no key of " + host + " is revoked" + change.remark()));
    }
}
