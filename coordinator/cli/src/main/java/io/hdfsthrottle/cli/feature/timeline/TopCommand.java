package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.TerminalBuilder.SystemOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code top}: which tenants and applications have, want and wait most, now or at a time of the last day. */
@Command(
        name = "top",
        description = "Show which tenants and applications are given, entitled to, demand and wait most, each second."
                + " WAITED is for how long their threads wait in a second, summed over threads."
                + " Keys: g e d w sort, / filters, p pauses, q ends.",
        mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer>, FeatureCommand {
    /** Set by {@code bin/hdfs-throttle} if its standard input and output are terminals. */
    private static final String SCREEN = "hdfs.throttle.screen";

    private static final int ROWS = 20;
    private static final int MOST_ROWS = 1_000;
    private static final long REFRESH_MILLIS = 1_000;
    private static final long MINUTE = 60;
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    @Mixin
    private RemoteOptions options;

    @Option(
            names = "--sort",
            paramLabel = "BY",
            defaultValue = "given",
            description = "given, entitled, demand or waited (default: ${DEFAULT-VALUE}).")
    private String sort;

    @Option(
            names = "--filter",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only tenants, applications and users with this in their name.")
    private String filter;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Tenants and their disks in that minute of the last day, once: 03:12 is the last one"
                    + " by this host's clock; or 2026-11-24T03:12:00Z.")
    private String at;

    @Option(names = "--once", description = "Print it once, as without a terminal to draw on.")
    private boolean once;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws InterruptedException, IOException {
        View view = View.of(Sort.labelled(sort), filter);
        RemoteCoordinator remote = options.remote();
        if (at != null) {
            return past(remote, view);
        }
        if (once) {
            return options.print(
                    now(remote, view, ROWS), (answer, out) -> print(Usage.now(answer), Frame.title(view, time()), out));
        }
        return !options.json() && Boolean.getBoolean(SCREEN) && drawn(remote, view) ? 0 : again(remote, view);
    }

    /** Draws it until the user has seen enough; whether that terminal can be drawn on. */
    private static boolean drawn(RemoteCoordinator remote, View view) throws IOException {
        try (Terminal terminal = TerminalBuilder.builder()
                .systemOutput(SystemOutput.SysOut)
                .dumb(true)
                .build()) {
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                return false;
            }
            new Screen(terminal, (seen, rows) -> usage(remote, seen, rows), TopCommand::time, Ticker.system())
                    .show(view);
            return true;
        }
    }

    /** Without a terminal to draw on: one after the other, of JSON a line, until interrupted. */
    private int again(RemoteCoordinator remote, View view) throws InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        int unused = options.print(
                now(remote, view, ROWS), (answer, to) -> print(Usage.now(answer), Frame.title(view, time()), to));
        while (!out.checkError()) {
            Thread.sleep(REFRESH_MILLIS);
            try {
                unused = options.print(now(remote, view, ROWS), (answer, to) -> {
                    Usage usage = Usage.now(answer);
                    to.println();
                    print(usage, Frame.title(view, time()), to);
                });
            } catch (Failure forNow) {
                PrintWriter err = command.commandLine().getErr();
                err.println("hdfs-throttle: " + PlainText.of(forNow.getMessage()) + "; asking again");
            }
        }
        return 0;
    }

    private int past(RemoteCoordinator remote, View view) throws InterruptedException {
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        long minute = Math.floorDiv(Moment.of(at, now), MINUTE) * MINUTE;
        Answer all = minute(remote, minute, "all");
        Answer each = minute(remote, minute, "each");
        String when = WHEN.format(Instant.ofEpochSecond(minute).atZone(now.getZone()));
        return options.print(
                all,
                (answer, out) -> print(
                        Usage.past(answer, each.json(), view.sort(), view.filter()), Frame.title(view, when), out));
    }

    private static Answer minute(RemoteCoordinator remote, long minute, String disk) throws InterruptedException {
        Answer answer = remote.tryToAsk(
                "GET",
                "/v1/history?disk=" + disk + "&from=" + minute + "&to=" + (minute + MINUTE) + "&step=" + MINUTE
                        + "&limit=" + MOST_ROWS,
                null,
                Map.of());
        if (answer.isRefused()) {
            throw Failure.wronglyAsked("--at: that is not within the last day; a good value is 03:12", null);
        }
        return RemoteCoordinator.accepted(answer);
    }

    private static Answer now(RemoteCoordinator remote, View view, int rows) throws InterruptedException {
        return remote.request(
                "GET",
                "/v1/history/now?sort=" + view.sort().label() + "&match=" + Subcommands.encoded(view.filter())
                        + "&limit=" + Math.min(rows, MOST_ROWS),
                null,
                Map.of());
    }

    private static Usage usage(RemoteCoordinator remote, View view, int rows) throws InterruptedException {
        return now(remote, view, rows).read(Usage::now);
    }

    private static void print(Usage usage, String title, PrintWriter out) {
        Frame.whole(usage, title).forEach(out::println);
        out.flush();
    }

    private static String time() {
        return LocalTime.now(ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
