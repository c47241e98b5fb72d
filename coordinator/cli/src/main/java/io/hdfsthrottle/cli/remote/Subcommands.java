package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.unit.Rate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that requires one of its subcommands; {@code list} is the default where there is one. */
public abstract class Subcommands implements Runnable {

    @Spec
    private CommandSpec command;

    @Override
    public final void run() {
        throw new ParameterException(
                command.commandLine(),
                command.name() + " needs one of "
                        + String.join(", ", command.subcommands().keySet()));
    }

    /** A name as part of a path. */
    public static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Puts a member into a body if the option for it was given. */
    public static void putIfGiven(Map<String, Object> body, String member, Object value) {
        if (value != null) {
            body.put(member, value);
        }
    }

    /** The same of a rate; {@code none} takes it away. */
    public static void putRate(Map<String, Object> body, String member, String option, String written) {
        if ("none".equals(written)) {
            body.remove(member);
        } else if (written != null) {
            try {
                body.put(member, Rate.parse(written).bytesPerSecond());
            } catch (IllegalArgumentException malformed) {
                throw Failure.wronglyAsked(
                        option + ": " + malformed.getMessage() + "; a good value is 100m", malformed);
            }
        }
    }
}
