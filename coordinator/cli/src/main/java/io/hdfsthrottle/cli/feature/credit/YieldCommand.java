package io.hdfsthrottle.cli.feature.credit;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.identity.PlainText;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code yield}: a tenant steps back, and earns credits while others want the same disks. */
@Command(
        name = "yield",
        description = "Let a tenant step back for a time; it earns credits, more while others use the disks it wants.",
        mixinStandardHelpOptions = true)
public final class YieldCommand implements Callable<Integer>, FeatureCommand {
    private static final String OFF = "off";

    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Parameters(paramLabel = "LEVEL", description = "How far: low, lowest or idle; off ends it.")
    private String level;

    @Option(names = "--tenant", paramLabel = "NAME", required = true, description = "The tenant's name.")
    private String tenant;

    @Option(names = "--for", paramLabel = "TIME", description = "How long, e.g. 8h; not with off.")
    private Duration time;

    /** Made by the command line. */
    public YieldCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        String path = CreditAnswers.of(tenant, "yield") + change.query();
        boolean ends = level.equals(OFF);
        if (ends != (time == null)) {
            String wrong = ends ? "--for: off ends it at once; leave --for out" : "--for: how long? For example 8h";
            throw Failure.wronglyAsked(wrong, null);
        }
        if (ends) {
            Answer ended = options.remote().request("DELETE", path, null, Map.of());
            return options.print(
                    ended,
                    (nothing, out) -> out.println(
                            PlainText.of("tenant " + tenant + " does not step back any more" + change.remark())));
        }
        Answer answer = options.remote()
                .request("PUT", path, Map.of("level", level, "yieldSeconds", time.toSeconds()), Map.of());
        return options.print(
                answer, (standing, out) -> out.println(CreditAnswers.sentence(standing) + change.remark()));
    }
}
