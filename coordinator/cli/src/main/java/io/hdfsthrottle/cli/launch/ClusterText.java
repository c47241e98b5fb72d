package io.hdfsthrottle.cli.launch;

import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The text output for products and clusters. */
final class ClusterText {
    static final String OFF = "nothing is launched here; set launch = on in the coordinator's settings";

    private ClusterText() {}

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String path(String cluster) {
        return "/v1/clusters/" + encoded(cluster);
    }

    /** Prints a product and the parameters for launching it, one a line. */
    static void tellProduct(JsonObject product, PrintWriter out) throws MalformedJsonException {
        String admin = product.text("role").equals("admin") ? " (administrators)" : "";
        out.println(PlainText.of(product.text("product") + ": " + product.text("title") + admin));
        for (JsonObject version : product.objects("versions", Integer.MAX_VALUE)) {
            Optional<String> trouble = version.optionalText("trouble");
            out.println(PlainText.of("  version " + version.text("version")
                    + trouble.map(why -> ", cannot be launched: " + why).orElse("")));
        }
        JsonObject form = product.object("form");
        for (String what : List.of("disks", "nodes", "cores", "memory")) {
            JsonObject bounds = form.object(what);
            out.println(
                    PlainText.of("  --" + what + " " + bounds.written("least").orElse("") + " to "
                            + bounds.written("most").orElse("") + ", else "
                            + bounds.written("otherwise").orElse("")));
        }
        for (JsonObject argument : form.objects("arguments", Integer.MAX_VALUE)) {
            out.println(PlainText.of("  --argument " + argument.text("name") + "=" + argument.text("example") + ": "
                    + argument.text("title")));
        }
    }

    /** Prints a launched cluster and its state; with its log, if the answer has it. */
    static void print(JsonObject cluster, PrintWriter out, String remark) throws MalformedJsonException {
        out.println(PlainText.of(sentence(cluster) + remark));
        Optional<JsonObject> contact = cluster.optionalObject("contact");
        if (contact.isPresent()) {
            for (String name : contact.get().names()) {
                out.println(PlainText.of("  " + name + ": " + contact.get().text(name)));
            }
        }
        for (String line : cluster.texts("log", Integer.MAX_VALUE)) {
            out.println("  | " + PlainText.of(line));
        }
    }

    private static String sentence(JsonObject cluster) throws MalformedJsonException {
        Optional<JsonObject> progress = cluster.optionalObject("progress");
        String done = progress.isPresent()
                ? ", stage " + progress.get().count("stage") + ": "
                        + progress.get().count("done") + " of " + progress.get().count("tasks") + " tasks"
                : "";
        return cluster.text("cluster") + ": " + cluster.text("product") + " "
                + cluster.text("state")
                + cluster.optionalText("why").map(why -> " (" + why + ")").orElse("")
                + ", for " + cluster.text("user") + ", " + cluster.count("disks") * cluster.count("nodes")
                + " disks of " + cluster.text("lease") + ", since " + time(cluster.count("asked"))
                + ", until " + time(cluster.count("until")) + " at the latest" + done;
    }

    private static String time(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }
}
