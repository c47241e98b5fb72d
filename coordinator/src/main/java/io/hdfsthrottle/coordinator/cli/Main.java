package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.HdfsThrottle;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The operator's command with the commands that set up and run a coordinator and ZooKeeper. */
public final class Main {
    private Main() {}

    /** Runs one command and exits. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return HdfsThrottle.run(commands(), out, err, arguments);
    }

    /** Every command there is. */
    static CommandLine commands() {
        return HdfsThrottle.commands()
                .addSubcommand(new InitCommand())
                .addSubcommand(new NodeKeyCommand())
                .addSubcommand(new CoordinatorCommand())
                .addSubcommand(new ZooKeeperCommand())
                .addSubcommand(new AutoComplete.GenerateCompletion());
    }
}
