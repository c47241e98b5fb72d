package io.hdfsthrottle.coordinator.feature.launch;

import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Catalogue;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Identity;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.local.LocalBackend;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.secret.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Launches applications on leased disks (paper B), and ends them with their leases. They outlive the process of the
 * coordinator that launched them, whoever leads.
 */
public final class LaunchFeature implements Feature {
    private static final Duration TURN = Duration.ofSeconds(1);

    @Override
    public Map<String, String> defaults() {
        return Map.ofEntries(
                Map.entry("launch", "off"),
                Map.entry("launch.spark.home", ""),
                Map.entry("launch.where", "host"),
                Map.entry("launch.yarn.conf", ""),
                Map.entry("launch.yarn.queue", ""),
                Map.entry("launch.yarn.labels", ""),
                Map.entry("launch.as", "caller"),
                Map.entry("launch.as.command", LaunchSettings.As.BY_SETPRIV),
                Map.entry("launch.disks", ""),
                Map.entry("launch.folder", "launch"),
                Map.entry("launch.products.file", ""),
                Map.entry("launch.deployments", "16"),
                Map.entry("launch.longest", "24h"),
                Map.entry("launch.deployments.per.user", "2"),
                Map.entry("launch.disks.per.user", "4"),
                Map.entry("launch.cores.per.user", "8"),
                Map.entry("launch.memory.per.user", "16g"));
    }

    /** Each coordinator has its own Spark, disks and folder. */
    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public Part configured(SettingsReader reader) {
        LaunchSettings settings = LaunchSettings.of(reader);
        return context -> join(settings, context);
    }

    private static void join(LaunchSettings settings, FeatureContext context) throws IOException {
        Core core = context.core();
        Optional<LocalBackend> processes =
                settings.on() ? Optional.of(LocalBackend.open(settings, new Tokens(core))) : Optional.empty();
        LaunchBook book = new LaunchBook(
                settings,
                settings.on() ? catalogue(settings) : Catalogue.EMPTY,
                processes.<Backend>map(backend -> backend).orElse(Backend.NOWHERE),
                context.lessor(),
                core.clock(),
                LocalBackend::name,
                deployment -> ended(deployment, core));
        Optional<Elsewhere> elsewhere = context.lessor()
                .map(lessor -> new Elsewhere(book, lessor, core.access(), core.announcements(), core.clock()));
        elsewhere.ifPresent(others -> context.every(TURN, "launched-elsewhere", others::tick));
        context.routes(new LaunchRoutes(book, elsewhere, core.registrations(), core.audit()));
        processes.ifPresent(backend -> {
            context.every(TURN, "launch", book::tick);
            context.closes(() -> {
                book.close();
                backend.close();
            });
        });
    }

    /**
     * The identities of launched applications: tokens for the leaseholder's tenant, and for its user where a credential
     * verified it. They talk to this coordinator, and to the others that there are now.
     */
    private record Tokens(Core core) implements Identity.Issuer {
        @Override
        public Identity issue(String deployment, Order order) {
            String token = core.access().issue(deployment, order.tenant(), user(order));
            List<URI> coordinators = new ArrayList<>(List.of(core.self().get()));
            coordinators.addAll(Elsewhere.coordinators(core.announcements()));
            return new Identity(
                    coordinators,
                    core.certificate().map(Path::toAbsolutePath),
                    token,
                    core.access().issued(deployment).orElseThrow());
        }

        @Override
        public void resume(String deployment, Order order, String hash) {
            core.access().accept(deployment, order.tenant(), user(order), hash);
        }

        private static Optional<String> user(Order order) {
            return Optional.of(order.user()).filter(any -> order.userVerified());
        }

        @Override
        public void withdraw(String deployment) {
            core.access().withdraw(deployment);
        }
    }

    private static Catalogue catalogue(LaunchSettings settings) throws IOException {
        if (settings.products().isEmpty()) {
            try (InputStream shipped = LaunchFeature.class.getResourceAsStream("/products.json")) {
                return Catalogue.read(new String(shipped.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        Path file = settings.products().get();
        try {
            return Catalogue.read(String.join("\n", TextFile.lines(file)));
        } catch (IOException | IllegalArgumentException wrong) {
            throw new IOException(
                    "launch.products.file = " + file + ": " + wrong.getMessage()
                            + "; a good value is a copy of conf/products.json",
                    wrong);
        }
    }

    private static void ended(Deployment deployment, Core core) {
        String why = deployment.why().isEmpty() ? "" : ": " + deployment.why();
        core.audit()
                .happened(
                        Origin.ITSELF,
                        "deployment.ended",
                        deployment.id(),
                        deployment.state().label() + why);
    }
}
