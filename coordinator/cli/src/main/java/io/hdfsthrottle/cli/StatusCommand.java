package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Waiting;
import io.hdfsthrottle.cli.table.Table;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code status}: shows which coordinator leads. */
@Command(
        name = "status",
        description = "Say which coordinator leads, and whether all is as promised. Exit code 1 if none leads.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Mixin
    private Waiting waiting;

    @Override
    public Integer call() throws InterruptedException {
        Answer answer = waiting.request(
                () -> options.remote().request("GET", "/v1/status", null, Map.of()), StatusCommand::hasLeader);
        options.print(answer, (status, out) -> {
            Table table = new Table("CLUSTER", "COORDINATOR", "LEADER", "VERSION", "MODE");
            table.row(
                    status.text("cluster"),
                    status.text("self"),
                    status.flag("leading")
                            ? "this one"
                            : status.optionalText("leader").orElse("nobody"),
                    status.optionalText("version").orElse("-"),
                    status.optionalText("mode").orElse("-"));
            table.print(out);
            long findings = status.optionalCount("findings").orElse(0L);
            if (findings > 0) {
                out.println(findings + " not as promised; hdfs-throttle findings says what");
            }
        });
        return hasLeader(answer) ? 0 : 1;
    }

    private static boolean hasLeader(Answer answer) {
        return answer.read(status -> status.optionalText("leader").isPresent());
    }
}
