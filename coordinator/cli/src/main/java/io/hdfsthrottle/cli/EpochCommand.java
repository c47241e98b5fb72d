package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code epoch}: raises the number of the leader's term. */
@Command(
        name = "epoch",
        description = "Raise the number of the leader's term above what nodes have.",
        mixinStandardHelpOptions = true)
final class EpochCommand extends Subcommands {
    @Spec
    private CommandSpec command;

    @Command(
            name = "raise",
            description = "Begin a new term whose epoch is higher than that of every node's grant, so that nodes accept"
                    + " grants again after ZooKeeper lost its data.",
            mixinStandardHelpOptions = true)
    int raise(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Option(
                            names = "--above",
                            paramLabel = "EPOCH",
                            description = "Higher than this; otherwise than the highest that a node reports.")
                    Long above)
            throws InterruptedException {
        RemoteCoordinator remote = options.remote();
        long given = above == null ? remote.list("/v1/nodes").read(EpochCommand::highest) : above;
        long epoch = remote.request("GET", "/v1/status", null, Map.of())
                .read(status -> status.optionalCount("epoch").orElse(0L));
        if (above == null && given <= epoch) {
            command.commandLine().getOut().println("no node is ahead of epoch " + epoch + ": nothing to raise");
            return 0;
        }
        Answer answer = remote.request("POST", "/v1/epoch" + change.query(), Map.of("above", given), Map.of());
        return options.print(
                answer,
                (raised, out) ->
                        out.println("a new term begins, above epoch " + raised.count("above") + change.remark()));
    }

    private static long highest(JsonObject answer) throws MalformedJsonException {
        long highest = 0;
        for (JsonObject node : answer.objects("nodes", Integer.MAX_VALUE)) {
            highest = Math.max(highest, node.count("epoch"));
        }
        return highest;
    }
}
