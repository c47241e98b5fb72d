package io.hdfsthrottle.cli.explain;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: why an application, a tenant or a disk is slow, who has what it lacks, and what would help. */
@Command(
        name = "explain",
        description = {
            "Say why an application, a tenant or a disk is slow, who has what it lacks, and what would help.",
            "An application is explained for days after its end, too."
        },
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private About about;

    /** What is explained. */
    static final class About {
        @Parameters(paramLabel = "APPLICATION", description = "Its id, such as app-20261120-0001.")
        private String application;

        @Option(names = "--tenant", paramLabel = "TENANT", description = "Explain a tenant instead.")
        private String tenant;

        @Option(
                names = "--disk",
                paramLabel = "NODE/VOLUME",
                description = "Explain a disk instead, such as dn1.example.com:9866/DS-1.")
        private String disk;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (about.application == null) {
            return options.show(path(), (answer, out) -> {
                out.println(PlainText.of(answer.text("sentence")));
                ExplanationText.print(answer, out);
            });
        }
        return options.show(
                "/v1/applications/" + Subcommands.encoded(about.application) + "/explain", (answer, out) -> {
                    out.println(PlainText.of(answer.text("sentence")));
                    answer.optionalText("weight").ifPresent(line -> out.println(PlainText.of(line)));
                    Optional<JsonObject> explanation = answer.optionalObject("explanation");
                    if (explanation.isPresent()) {
                        ExplanationText.print(explanation.get(), out);
                    }
                });
    }

    private String path() {
        if (about.tenant != null) {
            return "/v1/tenants/" + Subcommands.encoded(about.tenant) + "/explain";
        }
        int slash = about.disk.indexOf('/');
        if (slash < 0) {
            throw Failure.wronglyAsked(
                    "--disk is NODE/VOLUME, such as dn1.example.com:9866/DS-1, not " + about.disk, null);
        }
        return "/v1/nodes/" + Subcommands.encoded(about.disk.substring(0, slash)) + "/volumes/"
                + Subcommands.encoded(about.disk.substring(slash + 1)) + "/explain";
    }
}
