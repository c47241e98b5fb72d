package io.hdfsthrottle.cli.feature.credit;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code boost}: a tenant buys high priority with its credits. */
@Command(
        name = "boost",
        description = "Buy high priority for a tenant with credits that it earned.",
        mixinStandardHelpOptions = true)
public final class BoostCommand implements Callable<Integer>, FeatureCommand {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Option(names = "--tenant", paramLabel = "NAME", required = true, description = "The tenant's name.")
    private String tenant;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            required = true,
            description = "How long, e.g. 30s; each second is paid.")
    private Duration time;

    @Override
    public Integer call() throws InterruptedException {
        String path = CreditAnswers.of(tenant, "boost") + change.query();
        Answer answer = options.remote().request("POST", path, Map.of("boostSeconds", time.toSeconds()), Map.of());
        return options.print(
                answer, (standing, out) -> out.println(CreditAnswers.sentence(standing) + change.remark()));
    }
}
