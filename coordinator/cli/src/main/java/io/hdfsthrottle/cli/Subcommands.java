package io.hdfsthrottle.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that requires one of its subcommands. */
abstract class Subcommands implements Runnable {

    @Spec
    private CommandSpec command;

    @Override
    public final void run() {
        throw new ParameterException(
                command.commandLine(),
                command.name() + " needs one of "
                        + String.join(", ", command.subcommands().keySet()));
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static void putIfGiven(Map<String, Object> body, String member, Object value) {
        if (value != null) {
            body.put(member, value);
        }
    }
}
