package io.hdfsthrottle.cli.policy;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy}: export, import, plan, apply, score. */
@Command(
        name = "policy",
        description = "Write all tenants and rules to a file; plan and make the changes of a file.",
        mixinStandardHelpOptions = true,
        subcommands = ImportCommand.class)
public final class PolicyCommand extends Subcommands {
    private static final String PATH = "/v1/policy";

    @Command(
            name = "export",
            description = "Print all tenants and rules as a file for plan.",
            mixinStandardHelpOptions = true)
    int export(@Mixin RemoteOptions options) throws InterruptedException {
        return options.show(PATH, (policy, out) -> out.print(PolicyFile.text(policy.members())));
    }

    @Command(
            name = "plan",
            description = "Say what a file would change, and what that is predicted to give to whom; change nothing.",
            mixinStandardHelpOptions = true)
    int plan(
            @Mixin RemoteOptions options,
            @Parameters(paramLabel = "FILE", description = "What export prints, edited.") Path file,
            @Option(names = "--out", paramLabel = "PLAN", description = "Where to write the plan, for apply.") Path out)
            throws InterruptedException {
        if (out != null && isSame(file, out)) {
            throw Failure.wronglyAsked(
                    "--out: " + out + " is the policy, and would be overwritten; name another file", null);
        }
        PolicyFile policy = PolicyFile.read(file);
        if (policy.content().members().containsKey("plan")) {
            throw Failure.wronglyAsked(
                    file + " is a plan; to make its changes: hdfs-throttle policy apply " + file, null);
        }
        Map<String, Object> body = policy.content().members();
        body.remove(PolicyFile.COMMENTS);
        Answer answer = RemoteCoordinator.accepted(ask(options, policy, "?dryrun=true", body, Map.of()));
        if (out != null) {
            write(out, PolicyFile.text(answer.json().members()));
        }
        return options.print(answer, (plan, printer) -> {
            PlanText.print(plan, printer);
            if (out != null) {
                printer.println("to make this change: hdfs-throttle policy apply " + out);
            }
        });
    }

    @Command(
            name = "apply",
            description = "Make the changes of a plan, all or none; refused if the policy has changed since.",
            mixinStandardHelpOptions = true)
    int apply(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "PLAN", description = "What plan wrote with --out.") Path file)
            throws InterruptedException {
        PolicyFile plan = PolicyFile.read(file);
        Map<String, Object> body = new LinkedHashMap<>(plan.content().members());
        body.keySet().retainAll(PolicyFile.MEMBERS);
        String base;
        try {
            base = plan.content().text("base");
            body.put("plan", plan.content().text("plan"));
        } catch (MalformedJsonException none) {
            throw Failure.wronglyAsked(
                    file + " is no plan: " + none.getMessage()
                            + "; make one with hdfs-throttle policy plan FILE --out PLAN",
                    none);
        }
        Answer answer = ask(options, plan, change.query(), body, Map.of("If-Match", '"' + base + '"'));
        if (answer.isChangedMeanwhile()) {
            Answer present = options.remote().request("GET", PATH, null, Map.of());
            if (plan.isOf(present.json())) {
                return options.print(
                        present,
                        (policy, printer) -> printer.println(
                                "plan " + body.get("plan") + " is in force already; nothing was changed"));
            }
        }
        return options.print(RemoteCoordinator.accepted(answer), (made, printer) -> {
            PlanText.print(made, printer);
            printer.println("plan " + made.text("plan") + " is applied" + change.remark());
        });
    }

    @Command(
            name = "score",
            description = "Say how right the prediction of the plan was that was applied last, a minute later.",
            mixinStandardHelpOptions = true)
    int score(@Mixin RemoteOptions options) throws InterruptedException {
        return options.show(PATH + "/score", ScoreText::print);
    }

    private static Answer ask(
            RemoteOptions options, PolicyFile file, String query, Map<String, ?> body, Map<String, String> headers)
            throws InterruptedException {
        Answer answer = options.remote().tryToAsk("PUT", PATH + query, body, headers);
        if (answer.isRefused()) {
            throw new Failure(file.refused(answer));
        }
        return answer;
    }

    private static boolean isSame(Path file, Path out) {
        try {
            return Files.isSameFile(file, out);
        } catch (IOException absent) {
            return false;
        }
    }

    private static void write(Path out, String text) {
        try {
            Files.writeString(out, text);
        } catch (IOException unable) {
            throw new Failure("--out: " + out + " cannot be written: " + unable.getMessage(), unable);
        }
    }
}
