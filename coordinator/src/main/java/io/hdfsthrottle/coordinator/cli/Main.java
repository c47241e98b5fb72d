package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.policy.PlainText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The one command, with everything below it. Exit codes: 0 done, 1 refused or failed, 2 wrongly asked. */
@Command(
        name = "hdfs-throttle",
        description = "Priority-proportional shares of every HDFS disk.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            CoordinatorCommand.class,
            ZooKeeperCommand.class,
            StatusCommand.class,
            TenantsCommand.class,
            RulesCommand.class,
            ApplicationsCommand.class,
            NodesCommand.class,
            CalibrateCommand.class,
            DoctorCommand.class
        })
public final class Main {
    private static final int WRONGLY_ASKED = 2;
    private static final int FAILED = 1;
    private static final Set<String> LISTABLE = Set.of("tenants", "rules");
    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    Main() {}

    /** Runs one command and exits. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine commands = new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((wrong, given) -> {
                    err.println("hdfs-throttle: " + PlainText.of(wrong.getMessage()) + "; see hdfs-throttle --help");
                    return WRONGLY_ASKED;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                    }
                    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
                    err.println("hdfs-throttle: " + PlainText.of(message));
                    return failure instanceof CoordinatorSettings.Refused ? WRONGLY_ASKED : FAILED;
                });
        return commands.execute(orList(arguments));
    }

    /** {@code tenants --json} is {@code tenants list --json}: of things that can be listed, listing is what is meant. */
    private static String[] orList(String... arguments) {
        boolean listable = arguments.length > 0 && LISTABLE.contains(arguments[0]);
        boolean nothingElse = arguments.length == 1
                || (arguments.length > 1 && arguments[1].startsWith("-") && !HELP.contains(arguments[1]));
        if (!listable || !nothingElse) {
            return arguments;
        }
        List<String> listing = new ArrayList<>(List.of(arguments));
        listing.add(1, "list");
        return listing.toArray(String[]::new);
    }

    /** The version in the JAR's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"hdfs-throttle " + (version == null ? "unpackaged" : version)};
        }
    }
}
