package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rules}: list, set, delete. */
@Command(name = "rules", description = "List, set and delete rules.", mixinStandardHelpOptions = true)
final class RulesCommand extends Subcommands {
    private static final List<String> PATTERNS = List.of("user", "application", "address", "claims");
    private static final String NONE = "none";

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

    @Command(
            name = "set",
            description = "Add a rule or change it; what is not named stays as it is, none takes a pattern away.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "NAME", description = "The rule's name.") String name,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Whom the callers belong to.")
                    String tenant,
            @Option(names = "--user", paramLabel = "PATTERN", description = "For example etl-*.") String user,
            @Option(names = "--application", paramLabel = "PATTERN", description = "The application's id.")
                    String application,
            @Option(names = "--address", paramLabel = "NETWORK", description = "For example 10.1.0.0/16.")
                    String address,
            @Option(names = "--claims", paramLabel = "PATTERN", description = "The tenant it asks to be.")
                    String claims,
            @Option(names = "--position", paramLabel = "N", description = "1 for the first rule.") Integer position)
            throws InterruptedException {
        RemoteCoordinator remote = options.remote();
        String path = "/v1/rules/" + encoded(name);
        Optional<Answer> present = remote.find(path);
        Map<String, Object> match = new LinkedHashMap<>();
        Map<String, Object> body = new LinkedHashMap<>();
        if (present.isEmpty() && tenant == null) {
            throw new Failure("there is no rule " + name + " yet; a new one needs --tenant, for example default");
        }
        present.ifPresent(rule -> keep(rule.json(), match, body));
        Map<String, String> unchanged =
                present.map(rule -> Map.of("If-Match", rule.entityTag())).orElseGet(() -> Map.of("If-None-Match", "*"));
        change(match, "user", user);
        change(match, "application", application);
        change(match, "address", address);
        change(match, "claims", claims);
        putIfGiven(body, "position", position);
        putIfGiven(body, "tenant", tenant);
        body.put("match", match);
        Answer answer = remote.ask("PUT", path + change.query(), body, unchanged);
        return options.print(
                answer,
                (rule, out) -> out.println("rule " + rule.text("rule") + " at position " + rule.count("position") + ": "
                        + rule.text("tenant") + change.remark()));
    }

    private static void keep(JsonObject rule, Map<String, Object> match, Map<String, Object> body) {
        try {
            for (String pattern : PATTERNS) {
                putIfGiven(
                        match,
                        pattern,
                        rule.object("match").optionalText(pattern).orElse(null));
            }
            body.put("position", rule.count("position"));
            body.put("tenant", rule.text("tenant"));
        } catch (MalformedJsonException strange) {
            throw new Failure("the coordinator's answer is not understood: " + strange.getMessage(), strange);
        }
    }

    private static void change(Map<String, Object> match, String name, String pattern) {
        putIfGiven(match, name, pattern);
        if (NONE.equals(pattern)) {
            match.remove(name);
        }
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
