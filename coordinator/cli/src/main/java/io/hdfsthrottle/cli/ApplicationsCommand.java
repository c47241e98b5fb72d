package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.json.JsonObject;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code applications}: who is alive. */
@Command(name = "applications", description = "List the living applications.", mixinStandardHelpOptions = true)
final class ApplicationsCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions options;

    @Override
    public Integer call() throws InterruptedException {
        return options.show("/v1/applications", (answer, out) -> {
            Table table = new Table("APPLICATION", "NAME", "USER", "CLAIMS", "TENANT", "SINCE");
            for (JsonObject application : answer.objects("applications", Integer.MAX_VALUE)) {
                table.row(
                        application.text("application"),
                        application.text("name"),
                        application.text("user"),
                        application.optionalText("claims").orElse("-"),
                        application.text("tenant"),
                        Instant.ofEpochSecond(application.count("notBefore")));
            }
            table.print(out);
        });
    }
}
