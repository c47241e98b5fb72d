package io.hdfsthrottle.cli.explain;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain}: why an application waited, and what its tenant weighs where that is more than its priority. */
@Command(
        name = "explain",
        description = "Say how long an application waited for bandwidth, and why; for a day after its end, too.",
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Parameters(paramLabel = "APPLICATION", description = "Its id, such as app-20261120-0001.")
    private String application;

    /** Made by the command line. */
    public ExplainCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        String id = URLEncoder.encode(application, StandardCharsets.UTF_8).replace("+", "%20");
        return options.show("/v1/applications/" + id + "/explain", (answer, out) -> {
            out.println(answer.text("sentence"));
            answer.optionalText("weight").ifPresent(out::println);
        });
    }
}
