package io.hdfsthrottle.coordinator.feature.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.feature.DiskLessor.Held;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchBook;
import io.hdfsthrottle.coordinator.state.Announcements;
import io.hdfsthrottle.coordinator.state.Announcements.Announcement;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps deployments alive whoever leads: their coordinators announce them, each accepts their tokens, and the leader
 * renews their leases. The lease of one whose coordinator is gone is renewed when the deployment itself asks, and expires
 * otherwise. Called by one thread, read by any.
 */
final class Elsewhere {
    private static final Logger LOG = LoggerFactory.getLogger(Elsewhere.class);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final String TOPIC = "deployments";

    /** How long a deployment that is over is announced. */
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    /** How long a token is accepted after it was announced last: its coordinator's session may be a new one. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(30);

    /** How long a deployment may take to end after its time. */
    private static final Duration OVERDUE = Duration.ofMinutes(1);

    private final LaunchBook book;
    private final DiskLessor lessor;
    private final Access access;
    private final Announcements announcements;
    private final Clock clock;
    private final Map<String, Long> announcedAt = new TreeMap<>();
    private volatile Map<String, Told> others = Map.of();
    private String trouble = "";

    /**
     * What one deployment's coordinator announces.
     *
     * @param verified whether a credential verified its user
     * @param token a hash of its applications' token; null if they have none
     */
    private record Told(DeploymentAnswer deployment, boolean verified, String token) {}

    Elsewhere(LaunchBook book, DiskLessor lessor, Access access, Announcements announcements, Clock clock) {
        this.book = book;
        this.lessor = lessor;
        this.access = access;
        this.announcements = announcements;
        this.clock = clock;
    }

    /** The other coordinators that launch, as far as is known now. */
    static List<URI> coordinators(Announcements announcements) {
        try {
            return announcements.ofOthers(TOPIC).stream()
                    .map(Announcement::coordinator)
                    .distinct()
                    .toList();
        } catch (NotStored unknown) {
            return List.of();
        }
    }

    /** The deployments of other coordinators. */
    Collection<DeploymentAnswer> deployments() {
        return others.values().stream().map(Told::deployment).toList();
    }

    /** One of these. */
    Optional<DeploymentAnswer> deployment(String id) {
        return Optional.ofNullable(others.get(id)).map(Told::deployment);
    }

    /**
     * Lets the lease of one of these expire, so that its coordinator ends it before somebody else has its disks.
     *
     * @throws NotStored if that was not kept, or is not known
     */
    void end(DeploymentAnswer other) {
        lessor.expire(other.lease());
    }

    /** Announces this coordinator's deployments, and looks after those of others; called about once a second. */
    void tick() {
        String last = trouble;
        trouble = "";
        attempt(this::announce);
        attempt(this::listen);
        attempt(this::lookAfterLeases);
        if (!trouble.isEmpty() && last.isEmpty()) {
            LOG.warn("What other coordinators launched, or this one, may lose its lease: {}", trouble);
        } else if (trouble.isEmpty() && !last.isEmpty()) {
            LOG.info("Coordinators tell each other again what they launched");
        }
    }

    private void attempt(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException unable) {
            trouble = PlainText.of(unable.toString());
        }
    }

    /** Announces this coordinator's deployments. */
    void announce() {
        long since = now() - REMEMBERED.toSeconds();
        List<Told> own = book.deployments().all().stream()
                .filter(each -> !each.isOver() || each.changed() > since)
                .map(this::told)
                .toList();
        try {
            announcements.announce(TOPIC, JSON.writeValueAsString(own));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("these can be written", impossible);
        }
    }

    private Told told(Deployment own) {
        String token = access.issued(own.id()).orElse(null);
        return new Told(DeploymentAnswer.of(own).announced(), own.order().userVerified(), token);
    }

    private void listen() {
        Map<String, Told> heard = new TreeMap<>();
        for (Announcement announcement : announcements.ofOthers(TOPIC)) {
            attempt(() -> read(announcement)
                    .filter(each -> book.deployments()
                            .deployment(each.deployment().deployment())
                            .isEmpty())
                    .forEach(each -> heard.put(each.deployment().deployment(), each)));
        }
        others.forEach((id, told) -> {
            if (!heard.containsKey(id) && isLeft(told)) {
                heard.put(id, new Told(told.deployment().lost(), told.verified(), told.token()));
            }
        });
        heard.forEach(this::accept);
        announcedAt.entrySet().removeIf(each -> {
            boolean isForgotten = now() - each.getValue() > FORGOTTEN.toSeconds();
            if (isForgotten) {
                access.withdraw(each.getKey());
            }
            return isForgotten;
        });
        others = Map.copyOf(heard);
    }

    /** Whether it may still run although its coordinator is gone: while it has its lease, which nobody else renews. */
    private boolean isLeft(Told told) {
        DeploymentAnswer other = told.deployment();
        return !other.isOver()
                && book.deployments().deployment(other.deployment()).isEmpty()
                && now() < other.until() + OVERDUE.toSeconds()
                && (leads() ? lessor.held() : lessor.stored()).containsKey(other.lease());
    }

    /**
     * Renews the lease of a deployment that asks for it, if it is time and possible. The book renews that of an own one,
     * and ends it. For any thread.
     *
     * @param rehearse whether to change nothing
     * @return for how many seconds more it has its lease; empty if it is over, since one that has expired was ended
     * @throws NotStored if that is not known yet, or is another's while this coordinator does not lead
     */
    OptionalLong renew(String id, boolean rehearse) {
        Optional<Deployment> own = book.deployments().deployment(id);
        if (own.isPresent() && own.get().isOver()) {
            return OptionalLong.empty();
        }
        Optional<Held> lease = own.isPresent() ? book.leases().known(id) : renewed(id, rehearse);
        if (own.isPresent() && lease.isEmpty()) {
            throw new NotStored(NotStored.Reason.BUSY, "who leads has not yet said whether " + id + " has its lease");
        }
        return lease.stream()
                .mapToLong(each -> Math.max(0, each.until() - now()))
                .findFirst();
    }

    private Optional<Held> renewed(String id, boolean rehearse) {
        Map<String, Held> leases = lessor.held();
        return deployment(id)
                .filter(each -> !each.isOver() && isAlive(leases.get(each.lease())))
                .flatMap(each -> rehearse
                        ? Optional.of(leases.get(each.lease()))
                        : book.leases().renew(id, each.lease(), leases))
                .filter(this::isAlive);
    }

    private void accept(String id, Told told) {
        if (told.token() == null) {
            access.withdraw(id);
        } else {
            announcedAt.put(id, now());
            if (!access.issued(id).equals(Optional.of(told.token()))) {
                Optional<String> user = Optional.of(told.deployment().user()).filter(any -> told.verified());
                access.accept(id, Tenant.named(told.deployment().tenant()), user, told.token());
            }
        }
    }

    private static Stream<Told> read(Announcement announcement) {
        try {
            return Stream.of(JSON.readValue(announcement.text(), Told[].class))
                    .filter(each -> each.deployment().isWhole())
                    .map(each ->
                            new Told(each.deployment().at(announcement.coordinator()), each.verified(), each.token()));
        } catch (JsonProcessingException strange) {
            throw new IllegalStateException("what " + announcement.coordinator() + " launched cannot be read", strange);
        }
    }

    private void lookAfterLeases() {
        if (leads()) {
            deployments().forEach(each -> attempt(() -> lookAfterLease(each)));
        } else if (!book.deployments().all().stream().allMatch(Deployment::isOver)) {
            long read = now();
            book.leases().stored(lessor.stored(), read);
        }
    }

    /** A lease that has expired was ended here; one whose deployment should be over long ago is left to expire. */
    private void lookAfterLease(DeploymentAnswer other) {
        Map<String, Held> leases = lessor.held();
        if (other.isOver()) {
            book.leases().release(other.deployment(), other.lease(), leases);
        } else if (isAlive(leases.get(other.lease()))
                && !other.isLost()
                && now() < other.until() + OVERDUE.toSeconds()) {
            Optional<Held> unused = book.leases().renew(other.deployment(), other.lease(), leases);
        }
    }

    private boolean isAlive(Held lease) {
        return lease != null && now() < lease.until();
    }

    private boolean leads() {
        try {
            Map<String, Held> unused = lessor.held();
            return true;
        } catch (NotStored notLeading) {
            return false;
        }
    }

    private long now() {
        return Math.floorDiv(clock.millis(), 1_000L);
    }
}
