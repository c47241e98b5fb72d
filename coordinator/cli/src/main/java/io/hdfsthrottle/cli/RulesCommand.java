package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.RemoteCoordinator.Answer;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rules}: list, set, delete. */
@Command(name = "rules", description = "List, set and delete rules.", mixinStandardHelpOptions = true)
final class RulesCommand extends Subcommands {
    @Command(
            name = "list",
            description = "List the rules; the first that matches wins.",
            mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.show("/v1/rules", (answer, out) -> {
            Table table = new Table("POSITION", "RULE", "USER", "APPLICATION", "ADDRESS", "CLAIMS", "TENANT");
            for (JsonObject rule : answer.objects("rules", Integer.MAX_VALUE)) {
                JsonObject match = rule.object("match");
                table.row(
                        rule.count("position"),
                        rule.text("rule"),
                        pattern(match, "user"),
                        pattern(match, "application"),
                        pattern(match, "address"),
                        pattern(match, "claims"),
                        rule.text("tenant"));
            }
            table.print(out);
        });
    }

    @Command(name = "set", description = "Add a rule or replace it.", mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "NAME", description = "The rule's name.") String name,
            @Option(names = "--tenant", required = true, description = "Whom the callers belong to.") String tenant,
            @Option(names = "--user", paramLabel = "PATTERN", description = "For example etl-*.") String user,
            @Option(names = "--application", paramLabel = "PATTERN", description = "The application's id.")
                    String application,
            @Option(names = "--address", paramLabel = "NETWORK", description = "For example 10.1.0.0/16.")
                    String address,
            @Option(names = "--claims", paramLabel = "PATTERN", description = "The tenant it asks to be.")
                    String claims,
            @Option(names = "--position", paramLabel = "N", description = "1 for the first rule.") Integer position)
            throws InterruptedException {
        Map<String, Object> match = new LinkedHashMap<>();
        putIfGiven(match, "user", user);
        putIfGiven(match, "application", application);
        putIfGiven(match, "address", address);
        putIfGiven(match, "claims", claims);
        Map<String, Object> body = new LinkedHashMap<>();
        putIfGiven(body, "position", position);
        body.put("match", match);
        body.put("tenant", tenant);
        Answer answer = options.remote().ask("PUT", "/v1/rules/" + encoded(name) + change.query(), body, Map.of());
        return options.print(
                answer,
                (rule, out) -> out.println("rule " + rule.text("rule") + " at position " + rule.count("position") + ": "
                        + rule.text("tenant") + change.remark()));
    }

    @Command(name = "delete", description = "Delete a rule.", mixinStandardHelpOptions = true)
    int delete(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "NAME", description = "The rule's name.") String name)
            throws InterruptedException {
        Answer answer = options.remote().ask("DELETE", "/v1/rules/" + encoded(name) + change.query(), null, Map.of());
        return options.print(answer, (none, out) -> out.println("rule " + name + " deleted" + change.remark()));
    }

    private static String pattern(JsonObject match, String name) throws MalformedJsonException {
        return match.optionalText(name).orElse("*");
    }
}
