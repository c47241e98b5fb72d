package io.hdfsthrottle.cli.feature.appointment;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code appointment}: an application wants to read so much within some time, and is told when to begin. */
@Command(
        name = "appointment",
        description = "Make an appointment for an application's I/O: it says when to begin. Or end one.",
        mixinStandardHelpOptions = true)
public final class AppointmentCommand implements Callable<Integer>, FeatureCommand {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private ChangeOptions change;

    @Option(names = "--app", paramLabel = "ID", description = "The application's id.")
    private String application;

    @Option(names = "--bytes", paramLabel = "AMOUNT", description = "How much it reads, e.g. 500MB.")
    private String bytes;

    @Option(names = "--within", paramLabel = "TIME", description = "Within what time, e.g. 20s.")
    private Duration within;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            description =
                    "How long it waits at most before it begins, e.g. 10s; as long as --within leaves if not given.")
    private Duration patience;

    @Option(
            names = "--nodes",
            paramLabel = "NODE",
            split = ",",
            description = "The DataNodes it reads from, e.g. dn1:9866,dn2:9866; all of them if not given.")
    private List<String> nodes;

    @Option(names = "--end", paramLabel = "N", description = "End the appointment of that number; goes alone.")
    private String end;

    @Override
    public Integer call() throws InterruptedException {
        boolean asks = application != null && bytes != null && within != null;
        boolean nothing = application == null && bytes == null && within == null && patience == null && nodes == null;
        if (end == null ? !asks : !nothing) {
            throw Failure.wronglyAsked(
                    "--app, --bytes and --within go together, for example --app ID --bytes 500MB --within 20s;"
                            + " --end N goes alone",
                    null);
        }
        return end == null ? request() : end();
    }

    private int request() throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("application", application);
        body.put("bytes", Bytes.parse("--bytes", bytes));
        body.put("deadlineSeconds", within.toSeconds());
        body.put("patienceSeconds", patience == null ? null : patience.toSeconds());
        body.put("nodes", nodes);
        Answer answer = options.remote().request("POST", "/v1/appointments" + change.query(), body, Map.of());
        return options.print(answer, (made, out) -> out.println(sentence(made) + change.remark()));
    }

    private int end() throws InterruptedException {
        if (!end.matches("[1-9][0-9]{0,17}")) {
            throw Failure.wronglyAsked(
                    "--end: " + PlainText.of(end)
                            + " is no number of an appointment, such as hdfs-throttle appointments shows",
                    null);
        }
        Answer answer = options.remote().request("DELETE", "/v1/appointments/" + end + change.query(), null, Map.of());
        return options.print(
                answer, (nothing, out) -> out.println("appointment " + end + " is over" + change.remark()));
    }

    private static String sentence(JsonObject made) throws MalformedJsonException {
        long seconds = made.count("startSeconds");
        long rate = made.count("bytesPerSecond");
        return PlainText.of("application " + made.text("application") + ": "
                + (seconds == 0 ? "begin now" : "wait " + seconds + " s, then begin")
                + "; appointment " + made.count("appointment") + " for " + Amount.bytes(made.count("bytes")) + ", "
                + made.count("lengthSeconds") + " s"
                + (rate == 0 ? "" : " at " + Amount.rate(rate)));
    }
}
