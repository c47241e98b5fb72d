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
 * Cache of users' groups as Hadoop maps them on this host ({@code hadoop.security.group.mapping}). Look-ups run on a
 * separate thread, because a mapping may start a process or query a directory; callers never wait. The
 * {@link #MOST_USERS} users that were requested last are kept, and refreshed every five minutes, which is Hadoop's own
 * cache time. Thread-safe.
 */
public final class KnownGroups implements UserGroups {

    static final int MOST_USERS = 4_096;
    static final Duration KNOWN_FOR = Duration.ofMinutes(5);

    /** The number of users looked up before callers see the results. */
    static final int MOST_AT_ONCE = 64;

    /** Some mappings pass the name as a command's argument: what is no valid user name has no groups. */
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@-]{0,127}[$]?");

    private static final Logger LOG = LoggerFactory.getLogger(KnownGroups.class);

    private final Mapping mapping;
    private final Ticker ticker;
    private final AtomicInteger changes = new AtomicInteger();

    /** In access order, the latest last. */
    private final Map<String, Known> users = new LinkedHashMap<>(64, 0.75f, true);

    /** Used only by the thread that looks up. */
    private boolean told;

    /** The source of groups; may take any time. */
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

    /** Looks up the users that are due, up to the batch size. Called twice a second by one thread. */
    public void refresh() {
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

    /** Empty where Hadoop gives no answer: for an unknown user, or while its directory is unavailable. */
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

    /** Keeps the known groups while Hadoop gives no answer. */
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
