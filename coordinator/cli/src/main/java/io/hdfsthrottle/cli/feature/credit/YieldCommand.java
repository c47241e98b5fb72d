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

    @Option(names = "--for", paramLabel = "TIME", description = "How long from now, e.g. 8h.")
    private Duration time;

    @Option(names = "--daily", paramLabel = "FROM-UNTIL", description = "At which time of each day, e.g. 22:00-06:00.")
    private String daily;

    @Option(names = "--zone", paramLabel = "ZONE", description = "The zone of that time, e.g. Europe/Zurich.")
    private String zone;

    @Override
    public Integer call() throws InterruptedException {
        String path = CreditAnswers.of(tenant, "yield") + change.query();
        boolean ends = level.equals(OFF);
        if (ends && (time != null || daily != null)) {
            throw Failure.wronglyAsked("off ends it at once, and every day; leave --for and --daily out", null);
        }
        if (!ends && (time == null) == (daily == null)) {
            throw Failure.wronglyAsked("how long (--for 8h), or when (--daily 22:00-06:00)? One of both", null);
        }
        if ((daily == null) != (zone == null)) {
            throw Failure.wronglyAsked("--daily and --zone go together, for example --zone Europe/Zurich", null);
        }
        if (ends) {
            Answer ended = options.remote().request("DELETE", path, null, Map.of());
            return options.print(
                    ended,
                    (nothing, out) -> out.println(
                            PlainText.of("tenant " + tenant + " does not step back any more" + change.remark())));
        }
        Map<String, Object> wish = daily == null
                ? Map.of("level", level, "yieldSeconds", time.toSeconds())
                : Map.of("level", level, "daily", timeOfTheDay());
        Answer answer = options.remote().request("PUT", path, wish, Map.of());
        return options.print(
                answer, (standing, out) -> out.println(CreditAnswers.sentence(standing) + change.remark()));
    }

    private Map<String, String> timeOfTheDay() {
        String[] times = daily.split("-", -1);
        if (times.length != 2) {
            throw Failure.wronglyAsked("--daily: from when until when? For example 22:00-06:00", null);
        }
        return Map.of("from", times[0], "until", times[1], "zone", zone);
    }
}
