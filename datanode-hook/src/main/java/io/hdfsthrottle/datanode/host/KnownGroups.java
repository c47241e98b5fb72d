package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Groups;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups of users as Hadoop maps them on this host ({@code hadoop.security.group.mapping}): found out on a thread of their own, because a
 * mapping may run a process or ask a directory, and kept, so that callers do not wait. Of the users asked for most lately {@link #MOST_USERS}
 * are kept, and looked up again every five minutes, which is what Hadoop itself keeps them for. Thread-safe.
 */
public final class KnownGroups implements UserGroups {

    static final int MOST_USERS = 4_096;
    static final Duration KNOWN_FOR = Duration.ofMinutes(5);

    /** How many users are looked up at a time, before those who asked are told. */
    static final int MOST_AT_ONCE = 64;

    /** Some mappings write the name into a command's arguments: what is no name of a user has no groups. */
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@-]{0,127}[$]?");

    private static final Logger LOG = LoggerFactory.getLogger(KnownGroups.class);

    private final Mapping mapping;
    private final Ticker ticker;
    private final AtomicInteger changes = new AtomicInteger();

    /** In the order in which they were asked for, the latest last. */
    private final Map<String, Known> users = new LinkedHashMap<>(64, 0.75f, true);

    /** Used by the looking thread alone. */
    private boolean told;

    /** Who knows the groups; takes as long as it likes. */
    interface Mapping {
        Set<String> groups(String user) throws IOException;
    }

    private static final class Known {
        private Optional<Set<String>> groups = Optional.empty();
        private boolean looked;
        private long lookedNanos;
    }

    KnownGroups(Mapping mapping, Ticker ticker) {
        this.mapping = mapping;
        this.ticker = ticker;
    }

    /** As Hadoop maps them by that configuration. */
    public static KnownGroups of(Configuration configuration, Ticker ticker) {
        return new KnownGroups(
                user -> Groups.getUserToGroupsMappingService(configuration).getGroupsSet(user), ticker);
    }

    @Override
    public Optional<Set<String>> of(String user) {
        if (!USER.matcher(user).matches()) {
            return Optional.empty();
        }
        synchronized (users) {
            Known known = users.computeIfAbsent(user, unknown -> new Known());
            if (users.size() > MOST_USERS) {
                Iterator<String> eldest = users.keySet().iterator();
                eldest.next();
                eldest.remove();
            }
            return known.groups;
        }
    }

    @Override
    public int changes() {
        return changes.get();
    }

    /** Looks up who is due, as many as are at a time. Called twice a second by one thread. */
    public void look() {
        boolean changed = false;
        for (Map.Entry<String, Known> each : due().entrySet()) {
            changed |= keep(each.getValue(), groups(each.getKey()));
        }
        if (changed) {
            changes.incrementAndGet();
        }
    }

    private Map<String, Known> due() {
        long now = ticker.nanos();
        Map<String, Known> due = new LinkedHashMap<>();
        synchronized (users) {
            for (Map.Entry<String, Known> each : users.entrySet()) {
                Known known = each.getValue();
                if (due.size() < MOST_AT_ONCE && (!known.looked || now - known.lookedNanos >= KNOWN_FOR.toNanos())) {
                    due.put(each.getKey(), known);
                }
            }
        }
        return due;
    }

    /** Nothing where Hadoop does not say: of somebody it does not know, or while its directory is away. */
    private Optional<Set<String>> groups(String user) {
        try {
            return Optional.of(Set.copyOf(mapping.groups(user)));
        } catch (IOException | RuntimeException | LinkageError refused) {
            if (!told) {
                told = true;
                LOG.warn(
                        "Rules for groups do not match user {}, and others of whom this happens, because Hadoop does not say which groups"
                                + " he is in: {}",
                        user,
                        refused.toString());
            }
            return Optional.empty();
        }
    }

    /** What was known before stays known while Hadoop does not say. */
    private boolean keep(Known known, Optional<Set<String>> groups) {
        synchronized (users) {
            boolean changed = groups.isPresent() && !groups.equals(known.groups);
            known.groups = groups.or(() -> known.groups);
            known.looked = true;
            known.lookedNanos = ticker.nanos();
            return changed;
        }
    }
}
