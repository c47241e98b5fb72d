package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.policy.PlanText;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.FactOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.grant.RuleJson;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rules}: list, set, delete, test. */
@Command(name = "rules", description = "List, set, delete and test rules.", mixinStandardHelpOptions = true)
final class RulesCommand extends Subcommands {
    private static final String NONE = "none";
    private static final String DECIDES = "decides";
    private static final long SECOND_MILLIS = 1_000;

    @Command(
            name = "list",
            description = "List the rules; the first that matches wins. HITS: how often it did, on DataNodes since they"
                    + " started.",
            mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/rules", (answer, out) -> {
            Table table = new Table("POSITION", "RULE", "MATCH", "TENANT", "HITS", "LAST");
            for (JsonObject entry : answer.objects("rules", Integer.MAX_VALUE)) {
                TenantRule rule = RuleJson.read(entry);
                table.row(
                        entry.count("position"),
                        rule.name(),
                        match(rule),
                        rule.tenant(),
                        entry.optionalCount("hits").orElse(0L),
                        entry.optionalCount("lastHitAgoMillis")
                                .map(ago -> ago / SECOND_MILLIS + "s ago")
                                .orElse("never"));
            }
            table.print(out);
        });
    }

    private static String match(TenantRule rule) {
        String match = rule.match().entrySet().stream()
                .map(each -> each.getKey().member() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
        return match.isEmpty() ? "everybody" : match;
    }

    @Command(
            name = "test",
            description =
                    "Say which rule decides for a caller of whom that is known. Groups may be several, separated by"
                            + " commas.",
            mixinStandardHelpOptions = true)
    int test(@Mixin RemoteOptions options, @Mixin FactOptions facts) throws InterruptedException {
        RuleTrial trial = trial(facts);
        Answer present = options.remote().list("/v1/rules");
        String tried = present.read(answer -> tried(trial, answer));
        return options.print(new Answer(present.status(), tried, ""), RulesCommand::print);
    }

    private static RuleTrial trial(FactOptions facts) {
        try {
            return new RuleTrial(facts.given());
        } catch (IllegalArgumentException none) {
            throw Failure.wronglyAsked(none.getMessage(), none);
        }
    }

    private static String tried(RuleTrial trial, JsonObject answer) throws MalformedJsonException {
        List<TenantRule> rules = answer.objects("rules", Integer.MAX_VALUE, RuleJson::read);
        List<String> verdicts = trial.verdicts(rules);
        List<Map<String, Object>> lines = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("position", i + 1);
            line.put("rule", rules.get(i).name());
            line.put("tenant", rules.get(i).tenant().name());
            line.put("verdict", verdicts.get(i));
            lines.add(line);
        }
        int deciding = verdicts.indexOf(DECIDES);
        Map<String, Object> tried = new LinkedHashMap<>();
        tried.put("rules", lines);
        tried.put("rule", deciding < 0 ? null : rules.get(deciding).name());
        tried.put("ignored", trial.ignored().stream().map(Fact::member).toList());
        return JsonObject.write(tried);
    }

    private static void print(JsonObject tried, PrintWriter out) throws MalformedJsonException {
        Table table = new Table("POSITION", "RULE", "TENANT", "VERDICT");
        String decided = "no rule decides: " + Tenant.DEFAULT
                + "; an application that asks for a tenant gets it, or is refused and untagged (claims.unverified)";
        for (JsonObject line : tried.objects("rules", Integer.MAX_VALUE)) {
            table.row(line.count("position"), line.text("rule"), line.text("tenant"), line.text("verdict"));
            if (line.text("verdict").equals(DECIDES)) {
                decided = "rule " + line.text("rule") + " decides: " + line.text("tenant");
            }
        }
        table.print(out);
        List<String> ignored = tried.texts("ignored", Integer.MAX_VALUE);
        if (!ignored.isEmpty()) {
            out.println("of an application with a tag, these do not count: " + String.join(", ", ignored));
        }
        out.println(decided);
    }

    @Command(
            name = "set",
            description =
                    "Add a rule or change it; what is not named stays as it is, none takes a pattern away. Patterns"
                            + " may hold * and ?.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions options,
            @Mixin ChangeOptions change,
            @Mixin FactOptions facts,
            @Parameters(paramLabel = "NAME", description = "The rule's name.") String name,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Whom the callers belong to.")
                    String tenant,
            @Option(names = "--position", paramLabel = "N", description = "1 for the first rule.") Integer position)
            throws InterruptedException {
        RemoteCoordinator remote = options.remote();
        String path = "/v1/rules/" + encoded(name);
        Optional<Answer> present = remote.find(path);
        Map<String, Object> match =
                present.map(rule -> rule.read(RulesCommand::kept)).orElseGet(LinkedHashMap::new);
        Map<String, Object> body = new LinkedHashMap<>();
        if (present.isEmpty() && tenant == null) {
            throw new Failure("there is no rule " + name + " yet; a new one needs --tenant, for example default");
        }
        present.ifPresent(rule -> {
            body.put("position", rule.read(json -> json.count("position")));
            body.put("tenant", rule.read(json -> json.text("tenant")));
        });
        Map<String, String> unchanged =
                present.map(rule -> Map.of("If-Match", rule.entityTag())).orElseGet(() -> Map.of("If-None-Match", "*"));
        facts.given().forEach((fact, pattern) -> change(match, fact.member(), pattern));
        putIfGiven(body, "position", position);
        putIfGiven(body, "tenant", tenant);
        body.put("match", match);
        Answer answer = remote.request("PUT", path + change.query(), body, unchanged);
        return options.print(answer, (rule, out) -> {
            out.println("rule " + rule.text("rule") + " at position " + rule.count("position") + ": "
                    + rule.text("tenant") + change.remark());
            PlanText.foreseen(rule, out);
        });
    }

    private static Map<String, Object> kept(JsonObject rule) throws MalformedJsonException {
        Map<String, Object> match = new LinkedHashMap<>();
        JsonObject present = rule.object("match");
        for (String pattern : present.names()) {
            putIfGiven(match, pattern, present.optionalText(pattern).orElse(null));
        }
        return match;
    }

    private static void change(Map<String, Object> match, String name, String pattern) {
        match.put(name, pattern);
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
        Answer answer =
                options.remote().request("DELETE", "/v1/rules/" + encoded(name) + change.query(), null, Map.of());
        return options.print(answer, (foreseen, out) -> {
            out.println("rule " + name + " deleted" + change.remark());
            PlanText.foreseen(foreseen, out);
        });
    }
}
