package io.hdfsthrottle.cli.feature.launch;

import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The text output for products and deployments. */
final class DeploymentText {
    static final String OFF = "nothing is launched here; set launch = on in the coordinator's settings";

    private DeploymentText() {}

    static String path(String deployment) {
        return "/v1/deployments/" + Subcommands.encoded(deployment);
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

    /** Prints a launched deployment and its state; with its log, if the answer has it. */
    static void print(JsonObject deployment, PrintWriter out, String remark) throws MalformedJsonException {
        out.println(PlainText.of(sentence(deployment) + remark));
        Optional<JsonObject> contact = deployment.optionalObject("contact");
        if (contact.isPresent()) {
            for (String name : contact.get().names()) {
                out.println(PlainText.of("  " + name + ": " + contact.get().text(name)));
            }
        }
        for (String line : deployment.texts("log", Integer.MAX_VALUE)) {
            out.println("  | " + PlainText.of(line));
        }
    }

    private static String sentence(JsonObject deployment) throws MalformedJsonException {
        Optional<JsonObject> progress = deployment.optionalObject("progress");
        String done = progress.isPresent()
                ? ", stage " + progress.get().count("stage") + ": "
                        + progress.get().count("done") + " of " + progress.get().count("tasks") + " tasks"
                : "";
        return deployment.text("deployment") + ": " + deployment.text("product") + " "
                + deployment.text("state")
                + deployment.optionalText("why").map(why -> " (" + why + ")").orElse("")
                + deployment
                        .optionalText("coordinator")
                        .map(where -> " at " + where)
                        .orElse("")
                + ", for " + deployment.text("user") + ", " + deployment.count("disks") * deployment.count("nodes")
                + " disks of " + deployment.text("lease") + ", since " + time(deployment.count("asked"))
                + ", until " + time(deployment.count("until")) + " at the latest" + done;
    }

    private static String time(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }
}
