package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands that ask a coordinator share: where it is, who asks, and how the answer looks. */
public final class RemoteOptions {
    @Option(
            names = "--coordinator",
            paramLabel = "URL",
            defaultValue = "${env:HDFS_THROTTLE_COORDINATOR:-http://127.0.0.1:9880}",
            description = "Where coordinators answer, separated by commas (default: ${DEFAULT-VALUE}).")
    private String coordinator;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:HDFS_THROTTLE_TOKEN_FILE}",
            description = "The file with the admin token, where the coordinator wants one.")
    private Path tokenFile;

    @Option(names = "--json", description = "Print the coordinator's answer as JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Reads an answer for people. */
    @FunctionalInterface
    public interface Telling {
        /** Prints what the answer says. */
        void tell(JsonObject answer, PrintWriter out) throws MalformedJsonException;
    }

    /** The coordinators that the options name. */
    public RemoteCoordinator remote() {
        Optional<String> token = Optional.empty();
        if (tokenFile != null) {
            try {
                token = Optional.of(
                        Files.readString(tokenFile, StandardCharsets.UTF_8).strip());
            } catch (IOException unreadable) {
                throw new Failure("cannot read --token-file " + tokenFile, unreadable);
            }
        }
        return new RemoteCoordinator(coordinator, token);
    }

    /** Asks for what is there, and prints it: the exit code. */
    public int show(String path, Telling telling) throws InterruptedException {
        return print(remote().ask("GET", path, null, Map.of()), telling);
    }

    /** Prints an answer: the exit code. */
    public int print(Answer answer, Telling telling) {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(answer.body().isEmpty() ? "{}" : answer.body());
        } else {
            try {
                telling.tell(answer.body().isEmpty() ? JsonObject.parse("{}") : answer.json(), out);
            } catch (MalformedJsonException strange) {
                throw new Failure("the coordinator's answer is not understood: " + strange.getMessage(), strange);
            }
        }
        out.flush();
        return 0;
    }
}
