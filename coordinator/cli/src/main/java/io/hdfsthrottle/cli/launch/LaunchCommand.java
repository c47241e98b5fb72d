package io.hdfsthrottle.cli.launch;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code launch}: what can be launched, and launching it. */
@Command(
        name = "launch",
        description = "Launch a product on leased disks; without one, list what there is.",
        mixinStandardHelpOptions = true)
public final class LaunchCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PRODUCT", description = "A product, as the list names it.")
    private String product;

    @Option(
            names = "--product-version",
            paramLabel = "VERSION",
            description = "Which, as the list names them; the first one if not given.")
    private String version;

    @Option(names = "--disks", paramLabel = "N", description = "Disks of each node.")
    private Integer disks;

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes.")
    private Integer nodes;

    @Option(names = "--cores", paramLabel = "N", description = "Cores of each node.")
    private Integer cores;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory of each node, e.g. 2g.")
    private String memory;

    @Option(names = "--kind", paramLabel = "KIND", description = "Of which disks: hdd or ssd; any if not given.")
    private String kind;

    @Option(names = "--for", paramLabel = "TIME", description = "How long it may run, e.g. 8h.")
    private String time;

    @Option(
            names = "--argument",
            paramLabel = "NAME=VALUE",
            description = "An argument, as the product's form names it.")
    private Map<String, String> arguments = new LinkedHashMap<>();

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant whose priority counts.")
    private String tenant;

    @Option(names = "--user", paramLabel = "NAME", description = "Whose it is to be, if not yours; for administrators.")
    private String user;

    /** Made by the command line. */
    public LaunchCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (product == null) {
            return options.show("/v1/products", LaunchCommand::list);
        }
        Map<String, Object> body = new LinkedHashMap<>();
        putIfGiven(body, "disks", disks);
        putIfGiven(body, "nodes", nodes);
        putIfGiven(body, "cores", cores);
        putIfGiven(body, "memory", memory);
        putIfGiven(body, "kind", kind);
        putIfGiven(body, "for", time);
        putIfGiven(body, "tenant", tenant);
        putIfGiven(body, "user", user);
        if (!arguments.isEmpty()) {
            body.put("arguments", arguments);
        }
        String path = "/v1/products/" + ClusterText.encoded(product) + "/"
                + ClusterText.encoded(version == null ? firstVersion() : version);
        Answer answer = options.remote().request("POST", path + change.query(), body, Map.of());
        return options.print(answer, (cluster, out) -> ClusterText.print(cluster, out, change.remark()));
    }

    private static void putIfGiven(Map<String, Object> body, String member, Object value) {
        if (value != null) {
            body.put(member, value);
        }
    }

    private String firstVersion() throws InterruptedException {
        Answer answer = options.remote().request("GET", "/v1/products", null, Map.of());
        try {
            JsonObject products = answer.json();
            for (JsonObject each : products.objects("products", Integer.MAX_VALUE)) {
                List<JsonObject> versions = each.objects("versions", Integer.MAX_VALUE);
                if (each.text("product").equals(product) && !versions.isEmpty()) {
                    return versions.get(0).text("version");
                }
            }
            throw new Failure(
                    products.flag("on")
                            ? "there is no product " + product + "; hdfs-throttle launch lists those that are"
                            : ClusterText.OFF);
        } catch (MalformedJsonException strange) {
            throw new Failure("the coordinator's answer is not understood: " + strange.getMessage(), strange);
        }
    }

    private static void list(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        if (!answer.flag("on")) {
            out.println(ClusterText.OFF);
            return;
        }
        for (JsonObject product : answer.objects("products", Integer.MAX_VALUE)) {
            ClusterText.tellProduct(product, out);
        }
    }
}
