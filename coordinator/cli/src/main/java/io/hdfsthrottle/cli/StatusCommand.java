package io.hdfsthrottle.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code status}: who leads. */
@Command(name = "status", description = "Say who leads, and since when.", mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/status", (status, out) -> {
            Table table = new Table("CLUSTER", "COORDINATOR", "LEADER", "VERSION");
            table.row(
                    status.text("cluster"),
                    status.text("self"),
                    status.flag("leading")
                            ? "this one"
                            : status.optionalText("leader").orElse("nobody"),
                    status.optionalText("version").orElse("-"));
            table.print(out);
        });
    }
}
