package io.hdfsthrottle.cli.feature.tier;

import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.remote.ChangeOptions;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Sizes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiers}: list, set, clear. */
@Command(
        name = "tiers",
        description =
                "List the folders on fast storage that tenants have, and what moves from there; set and clear them.",
        mixinStandardHelpOptions = true)
public final class TiersCommand extends Subcommands implements FeatureCommand {
    private static final double MEGA = 1e6;

    /** One folder, as the command line describes it. */
    private static Optional<Map<String, Object>> tier(
            String kind, String path, String policy, String quota, Duration after) {
        if (path == null) {
            if (policy != null || quota != null || after != null) {
                throw Failure.wronglyAsked("--" + kind + ": name the folder, for example /tmp/etl", null);
            }
            return Optional.empty();
        }
        if (after == null) {
            throw Failure.wronglyAsked("--" + kind + "-after: say after what time files go on, for example 1h", null);
        }
        Map<String, Object> tier = new LinkedHashMap<>();
        tier.put("path", path);
        putIfGiven(tier, "policy", policy);
        putIfGiven(tier, "quotaBytes", quota == null ? null : bytes("--" + kind + "-quota", quota));
        tier.put("afterSeconds", after.toSeconds());
        return Optional.of(tier);
    }

    private static String path(String tenant) {
        return "/v1/tenants/" + encoded(tenant) + "/tiers";
    }

    private static long bytes(String option, String written) {
        try {
            return Sizes.parse(written);
        } catch (IllegalArgumentException malformed) {
            throw Failure.wronglyAsked(option + ": " + malformed.getMessage() + "; a good value is 10g", malformed);
        }
    }

    @Command(name = "list", description = "List them.", mixinStandardHelpOptions = true)
    int list(@Mixin RemoteOptions options) throws InterruptedException {
        return options.list("/v1/tiers", TiersCommand::print);
    }

    private static void print(JsonObject answer, PrintWriter out) throws MalformedJsonException {
        if (!answer.flag("on")) {
            out.println("tiers are off; set tiers = on in the coordinator's settings");
            return;
        }
        Table table = new Table(
                "TENANT", "TIER", "PATH", "POLICY", "THEN", "QUOTA MB", "USED MB", "WAITING MB", "MOVING MB", "STATE");
        for (JsonObject tier : answer.objects("tiers", Integer.MAX_VALUE)) {
            table.row(
                    tier.text("tenant"),
                    tier.text("tier"),
                    tier.text("path"),
                    tier.text("policy"),
                    tier.text("next"),
                    mega(tier.optionalCount("quotaBytes")),
                    mega(tier.optionalCount("usedBytes")),
                    mega(tier.optionalCount("waitingBytes")),
                    mega(tier.optionalCount("movingBytes")),
                    tier.text("state")
                            + tier.optionalText("why")
                                    .map(why -> " (" + why + ")")
                                    .orElse(""));
        }
        table.print(out);
    }

    private static String mega(Optional<Long> bytes) {
        return bytes.map(count -> String.valueOf(Math.round(count / MEGA))).orElse("-");
    }

    @Command(
            name = "set",
            description = "Say which folders a tenant has on fast storage, instead of those that it had.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "TENANT", description = "Whose they are.") String tenant,
            @Option(
                            names = "--temporary",
                            paramLabel = "PATH",
                            description = "The folder for what is read soon and seldom later.")
                    String temporary,
            @Option(
                            names = "--temporary-policy",
                            paramLabel = "POLICY",
                            description = "LAZY_PERSIST or ALL_SSD (default: ALL_SSD).")
                    String temporaryPolicy,
            @Option(names = "--temporary-quota", paramLabel = "SIZE", description = "What it may take, e.g. 10g.")
                    String temporaryQuota,
            @Option(
                            names = "--temporary-after",
                            paramLabel = "TIME",
                            description = "How long after writing files go on, e.g. 1h.")
                    Duration temporaryAfter,
            @Option(names = "--stable", paramLabel = "PATH", description = "The folder for what is to stay fast.")
                    String stable,
            @Option(
                            names = "--stable-policy",
                            paramLabel = "POLICY",
                            description = "ALL_SSD or ONE_SSD (default: ALL_SSD).")
                    String stablePolicy,
            @Option(names = "--stable-quota", paramLabel = "SIZE", description = "What it may take, e.g. 1t.")
                    String stableQuota,
            @Option(
                            names = "--stable-after",
                            paramLabel = "TIME",
                            description = "How long after writing files go on, e.g. 720h.")
                    Duration stableAfter)
            throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        tier("temporary", temporary, temporaryPolicy, temporaryQuota, temporaryAfter)
                .ifPresent(tier -> body.put("temporary", tier));
        tier("stable", stable, stablePolicy, stableQuota, stableAfter).ifPresent(tier -> body.put("stable", tier));
        if (body.isEmpty()) {
            throw Failure.wronglyAsked("name a folder with --temporary or --stable", null);
        }
        Answer answer = remote.remote().request("PUT", path(tenant) + change.query(), body, Map.of());
        return remote.print(answer, (tiers, out) -> {
            print(tiers, "temporary", out, change);
            print(tiers, "stable", out, change);
        });
    }

    private static void print(JsonObject tiers, String kind, PrintWriter out, ChangeOptions change)
            throws MalformedJsonException {
        Optional<JsonObject> tier = tiers.optionalObject(kind);
        if (tier.isPresent()) {
            out.println(PlainText.of(tiers.text("tenant") + " has " + kind + " files in "
                    + tier.get().text("path") + " by " + tier.get().text("policy") + " for "
                    + tier.get().count("afterSeconds") + " s, then "
                    + tier.get().text("next") + change.remark()));
        }
    }

    @Command(
            name = "clear",
            description = "Let a tenant have no tiers; what HDFS was told stays as it is.",
            mixinStandardHelpOptions = true)
    int clear(
            @Mixin RemoteOptions remote,
            @Mixin ChangeOptions change,
            @Parameters(paramLabel = "TENANT", description = "Whose.") String tenant)
            throws InterruptedException {
        Answer answer = remote.remote().request("DELETE", path(tenant) + change.query(), null, Map.of());
        return remote.print(
                answer, (none, out) -> out.println(PlainText.of(tenant + " has no tiers" + change.remark())));
    }
}
