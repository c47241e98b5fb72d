package io.hdfsthrottle.cli.feature.lease;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leases}: list, request, renew, resize, release. */
@Command(
        name = "leases",
        description = "List who has leased disks, and who waits; request, renew, resize and release leases.",
        mixinStandardHelpOptions = true)
public final class LeasesCommand extends Subcommands implements FeatureCommand {
    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/leases", (answer, out) -> {
            if (!answer.flag("on")) {
                out.println("leases are off; set lease = on in the coordinator's settings");
                return;
            }
            for (JsonObject lease : answer.objects("leases", Integer.MAX_VALUE)) {
                Leases.print(lease, out, "");
            }
        });
    }

    @Command(name = "request", description = "Ask for whole disks.", mixinStandardHelpOptions = true)
    int request(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Option(names = "--disks", paramLabel = "N", description = "How many of each node; 1 if not given.")
                    Integer disks,
            @Option(names = "--nodes", paramLabel = "N", description = "Of how many nodes; 1 if not given.")
                    Integer nodes,
            @Option(
                            names = "--disk",
                            paramLabel = "NODE=VOLUME",
                            description =
                                    "This disk, known by one of its volumes, e.g. one of an earlier lease; repeatable,"
                                            + " instead of --disks and --nodes.")
                    List<String> named,
            @Option(names = "--kind", paramLabel = "KIND", description = "hdd or ssd; any if not given.") String kind,
            @Option(names = "--for", paramLabel = "TIME", required = true, description = "How long, e.g. 8h.")
                    Duration time,
            @Option(
                            names = "--wait",
                            paramLabel = "TIME",
                            description = "How long the request waits for them; not at all if not given.")
                    Duration patience,
            @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant whose priority counts.")
                    String tenant,
            @Option(
                            names = "--user",
                            paramLabel = "NAME",
                            description = "Whose they are to be, if not yours; for administrators.")
                    String user,
            @Option(
                            names = "--drain",
                            description =
                                    "What lies on them is moved away first, and the time begins when it is. Nobody else"
                                            + " gets them meanwhile.")
                    boolean drain)
            throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        putSize(body, disks, nodes, named);
        body.put("forSeconds", time.toSeconds());
        putIfGiven(body, "kind", kind);
        putIfGiven(body, "waitSeconds", patience == null ? null : patience.toSeconds());
        putIfGiven(body, "tenant", tenant);
        putIfGiven(body, "user", user);
        if (drain) {
            body.put("drain", true);
        }
        Answer answer = remote.remote().request("POST", "/v1/leases" + change.query(), body, Map.of());
        return remote.print(answer, (lease, out) -> Leases.print(lease, out, change.remark()));
    }

    private static void putSize(Map<String, Object> body, Integer disks, Integer nodes, List<String> named) {
        putIfGiven(body, "disks", disks);
        putIfGiven(body, "nodes", nodes);
        putIfGiven(
                body,
                "holds",
                named == null ? null : named.stream().map(Leases::named).toList());
    }

    @Command(
            name = "resize",
            description = "Have more disks, or give some back: those in trouble first, then the last that came.",
            mixinStandardHelpOptions = true)
    int resize(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "LEASE", description = "A lease, as the list names it.") String id,
            @Option(names = "--disks", paramLabel = "N", description = "How many of each node; as before if not given.")
                    Integer disks,
            @Option(names = "--nodes", paramLabel = "N", description = "Of how many nodes; as before if not given.")
                    Integer nodes,
            @Option(
                            names = "--disk",
                            paramLabel = "NODE=VOLUME",
                            description =
                                    "A disk that it is to have then, known by one of its volumes; repeatable, instead"
                                            + " of --disks and --nodes.")
                    List<String> named)
            throws InterruptedException {
        RemoteCoordinator remote = options.remote();
        Answer present = remote.request("GET", Leases.path(id), null, Map.of());
        Map<String, Object> body = new LinkedHashMap<>();
        putSize(body, disks, nodes, named);
        Answer answer =
                remote.request("PUT", Leases.path(id) + change.query(), body, Map.of("If-Match", present.entityTag()));
        return options.print(answer, (lease, out) -> {
            Leases.print(lease, out, change.remark());
            Leases.printGivenBack(present.json(), lease, out);
        });
    }

    @Command(
            name = "renew",
            description = "Keep disks, or wait for them, for so long from now on.",
            mixinStandardHelpOptions = true)
    int renew(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "LEASE", description = "A lease, as the list names it.") String id,
            @Option(names = "--for", paramLabel = "TIME", required = true, description = "How long, e.g. 8h.")
                    Duration time)
            throws InterruptedException {
        Answer answer = remote.remote()
                .request(
                        "POST",
                        Leases.path(id) + "/renewal" + change.query(),
                        Map.of("forSeconds", time.toSeconds()),
                        Map.of());
        return remote.print(answer, (lease, out) -> Leases.print(lease, out, change.remark()));
    }

    @Command(
            name = "release",
            description = "Give disks back, or wait for them no more.",
            mixinStandardHelpOptions = true)
    int release(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "LEASE", description = "A lease, as the list names it.") String id)
            throws InterruptedException {
        Answer answer = remote.remote().request("DELETE", Leases.path(id) + change.query(), null, Map.of());
        return remote.print(answer, (none, out) -> out.println("lease " + id + " ended" + change.remark()));
    }
}
