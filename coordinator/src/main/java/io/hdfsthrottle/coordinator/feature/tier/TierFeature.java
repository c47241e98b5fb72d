package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.WebHdfs;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.link.Addresses;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tiers (paper D): a tenant's folders on fast storage, from where files go on to slower storage while disks are quiet. */
public final class TierFeature implements Feature {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]{0,63}");
    private static final int MOST_NAMENODES = 8;
    private static final String NAMENODES = "http://nn1.example.com:9870, up to 8 of one HDFS separated by commas";

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "tiers", "off",
                "tiers.namenode", "",
                "tiers.user", "hdfs",
                "tiers.token.file", "",
                "tiers.tls.trust.file", "",
                "tiers.quiet.below", "0.2",
                "tiers.busy.above", "0.4",
                "tiers.quiet.for", "1m",
                "tiers.every", "1m",
                "tiers.at.once", "1g");
    }

    @Override
    public Part configured(SettingsReader reader) {
        TierSettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static TierSettings settings(SettingsReader reader) {
        boolean on = reader.isOn("tiers");
        List<URI> nameNodes = nameNodes(reader);
        if (on && nameNodes.isEmpty()) {
            throw reader.refused("tiers", "off, or on with tiers.namenode = " + NAMENODES);
        }
        double below = reader.decimal("tiers.quiet.below", 0.01, 1);
        double above = reader.decimal("tiers.busy.above", 0.01, 1);
        if (below > above) {
            throw reader.refused(
                    "tiers.quiet.below", "0.2, a number up to tiers.busy.above = " + reader.text("tiers.busy.above"));
        }
        Duration second = Duration.ofSeconds(1);
        return new TierSettings(
                on,
                nameNodes,
                reader.matching("tiers.user", USER, "hdfs"),
                reader.path("tiers.token.file"),
                reader.path("tiers.tls.trust.file"),
                below,
                above,
                reader.duration("tiers.quiet.for", second, Duration.ofHours(24), "1m"),
                reader.duration("tiers.every", second, Duration.ofHours(24), "1m"),
                reader.bytes("tiers.at.once"));
    }

    private static List<URI> nameNodes(SettingsReader reader) {
        String written = reader.text("tiers.namenode");
        if (written.isEmpty()) {
            return List.of();
        }
        try {
            List<URI> addresses =
                    Arrays.stream(written.split(",", -1)).map(Addresses::one).toList();
            if (addresses.size() <= MOST_NAMENODES && addresses.stream().allMatch(each -> each.getPort() > 0)) {
                return addresses;
            }
        } catch (IllegalArgumentException none) {
            throw reader.refused("tiers.namenode", NAMENODES + "; " + none.getMessage());
        }
        throw reader.refused("tiers.namenode", NAMENODES);
    }

    private static void join(TierSettings settings, FeatureContext context) throws IOException {
        Core core = context.core();
        TierBook book = new TierBook(settings, core.store());
        Optional<Tiering> tiering = Optional.empty();
        if (settings.on()) {
            WebHdfs hdfs =
                    WebHdfs.of(settings.nameNodes(), settings.user(), settings.tokenFile(), settings.trustFile());
            Tiering works = new Tiering(book, core, context::expectation, hdfs);
            context.inTerm(book::open, book::close);
            context.every(PERIOD, "quiet disks", works::watch);
            context.every(PERIOD, "tiers", works::move);
            tiering = Optional.of(works);
        }
        Optional<Tiering> shown = tiering;
        context.routes(new TierRoutes(
                book,
                core.policy()::now,
                () -> shown.map(Tiering::quiet).orElse(Quiet.UNKNOWN),
                () -> shown.map(Tiering::statuses).orElse(List.of()),
                core.audit()));
        gauges(shown, context);
    }

    private static void gauges(Optional<Tiering> tiering, FeatureContext context) {
        context.gauge("tiers.contention", "The part of disk capacity that is in demand, 0 to 1", () -> tiering.map(
                        each -> each.quiet().contention())
                .orElse(Double.NaN));
        context.gauge(
                "tiers.quiet",
                "1 while files of tiers may move",
                () -> tiering.filter(each -> each.quiet().quiet()).isPresent() ? 1 : 0);
        context.gauge("tiers.waiting", "What is to leave tiers, bytes", () -> tiering.map(Tiering::waitingBytes)
                .orElse(0L));
        context.gauge("tiers.moving", "What HDFS was asked to move out of tiers, bytes", () -> tiering.map(
                        Tiering::movingBytes)
                .orElse(0L));
        context.gauge("tiers.trouble", "Tiers with trouble, which the command tiers lists", () -> tiering.map(
                        Tiering::inTrouble)
                .orElse(0));
    }
}
