package io.hdfsthrottle.cli.credit;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
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
public final class BoostCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Option(names = "--tenant", paramLabel = "NAME", required = true, description = "The tenant's name.")
    private String tenant;

    @Option(names = "--minutes", paramLabel = "N", required = true, description = "How long, in whole minutes.")
    private int minutes;

    /** Made by the command line. */
    public BoostCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        String path = CreditAnswers.of(tenant, "boost") + change.query();
        Answer answer = options.remote().request("POST", path, Map.of("minutes", minutes), Map.of());
        return options.print(
                answer, (standing, out) -> out.println(CreditAnswers.sentence(standing) + change.remark()));
    }
}
