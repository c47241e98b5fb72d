package io.hdfsthrottle.coordinator;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.disk.LeaseBook;
import io.hdfsthrottle.coordinator.launch.Backend;
import io.hdfsthrottle.coordinator.launch.Catalogue;
import io.hdfsthrottle.coordinator.launch.Cluster;
import io.hdfsthrottle.coordinator.launch.Identity;
import io.hdfsthrottle.coordinator.launch.LaunchBook;
import io.hdfsthrottle.coordinator.launch.LaunchSettings;
import io.hdfsthrottle.coordinator.launch.Order;
import io.hdfsthrottle.coordinator.launch.local.LocalBackend;
import io.hdfsthrottle.secret.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Monitors launched clusters periodically, and ends them with the coordinator. */
final class Launching implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Launching.class);

    /** Leases are short: other periodic work must not delay a turn. */
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
            .setNameFormat("hdfs-throttle-launch")
            .setDaemon(true)
            .build());

    private final LaunchBook book;
    private final Optional<LocalBackend> processes;

    private Launching(LaunchBook book, Optional<LocalBackend> processes) {
        this.book = book;
        this.processes = processes;
    }

    /** @throws IOException if something named in the settings is missing; the message says which */
    static Launching open(
            LaunchSettings settings, Identity.Issuer identities, LeaseBook leases, Clock clock, AuditTrail audit)
            throws IOException {
        Catalogue catalogue = settings.on() ? catalogue(settings) : Catalogue.EMPTY;
        Optional<LocalBackend> processes =
                settings.on() ? Optional.of(LocalBackend.open(settings, identities)) : Optional.empty();
        LaunchBook book = new LaunchBook(
                settings,
                catalogue,
                processes.<Backend>map(backend -> backend).orElse(Backend.NOWHERE),
                leases,
                clock,
                LocalBackend::name,
                cluster -> ended(cluster, audit));
        return new Launching(book, processes);
    }

    /**
     * The identities of launched applications: tokens for the leaseholder's tenant, and for its user where a credential
     * verified it.
     *
     * @param self this coordinator's URL: clusters end with their leases, which only a leader renews
     * @param trust its own certificate, if it has one
     */
    static Identity.Issuer identities(Access access, Supplier<URI> self, Optional<Path> trust) {
        return new Identity.Issuer() {
            @Override
            public Identity issue(String cluster, Order order) {
                Optional<String> user = Optional.of(order.user()).filter(any -> order.userVerified());
                String token = access.issue(cluster, order.tenant(), user);
                return new Identity(self.get(), trust.map(Path::toAbsolutePath), token);
            }

            @Override
            public void withdraw(String cluster) {
                access.withdraw(cluster);
            }
        };
    }

    private static Catalogue catalogue(LaunchSettings settings) throws IOException {
        if (settings.products().isEmpty()) {
            try (InputStream shipped = Launching.class.getResourceAsStream("/products.json")) {
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

    private static void ended(Cluster cluster, AuditTrail audit) {
        String why = cluster.why().isEmpty() ? "" : ": " + cluster.why();
        audit.happened(
                Origin.ITSELF, "launch.ended", cluster.id(), cluster.state().label() + why);
    }

    LaunchBook book() {
        return book;
    }

    void begin() {
        if (processes.isPresent()) {
            Future<?> unused = turns.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        }
    }

    private void tick() {
        try {
            book.tick();
        } catch (RuntimeException later) {
            LOG.warn("What was launched has to wait: {}", later.toString());
        }
    }

    @Override
    public void close() {
        turns.shutdown();
        book.close();
        processes.ifPresent(LocalBackend::close);
    }
}
