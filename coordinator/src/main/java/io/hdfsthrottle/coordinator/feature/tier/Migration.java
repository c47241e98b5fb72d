package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Entry;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Gone;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Refused;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Usage;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.Step;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Moves one tier's files to slower storage: walks through the folder, then moves a few files at a time while the disks
 * are quiet, then walks again. Its state is bounded and may be lost at any time: the next walk restores it. For one
 * thread.
 */
public final class Migration {
    private static final int PAGES_A_TURN = 20;
    private static final int FILES_A_TURN = 50;
    private static final int MOST_MOVING = 500;

    /** Of the interval between two requests for the same file. */
    private static final int MOST_DOUBLINGS = 5;

    private final TenantTiers tiers;
    private final Tier tier;
    private final TierSettings settings;
    private final Map<String, Moving> moving = new LinkedHashMap<>();
    private final Deque<Entry> leaving = new ArrayDeque<>();
    private final Deque<Entry> unsure = new ArrayDeque<>();
    private Walk walk;
    private Findings finding;
    private Findings found;
    private long lookedNanos;
    private long walks;
    private long gone;
    private long movedBytes;
    private boolean stuck;
    private String trouble = "";

    /**
     * A file that has its new policy, and whose blocks may not have moved yet.
     *
     * @param requests how often HDFS was asked to move its blocks
     * @param repeatNanos when to repeat the request; a satisfier that lost it has not moved the file by then
     */
    private record Moving(Entry file, StoragePolicy to, long bytes, int requests, long repeatNanos) {
        static Moving of(Entry file, StoragePolicy to, long bytes) {
            return new Moving(file, to, bytes, 0, 0);
        }

        boolean isDue(long nanos) {
            return requests == 0 || nanos - repeatNanos >= 0;
        }

        /**
         * The interval doubles: a request that is repeated while the satisfier still has it costs it the same again.
         */
        Moving requested(long nanos, Duration every) {
            long wait = every.toNanos() << Math.min(requests, MOST_DOUBLINGS);
            return new Moving(file, to, bytes, requests + 1, nanos + wait);
        }

        Moving left(long nowBytes) {
            return new Moving(file, to, nowBytes, requests, repeatNanos);
        }
    }

    /**
     * The inputs of one turn.
     *
     * @param quiet whether the disks are quiet; checked before each step
     * @param nanos monotonic time, for the interval between walks
     * @param millis since 1970, for the age of files
     * @param took receives each step that was taken
     */
    public record Circumstances(Supplier<Quiet> quiet, long nanos, long millis, Consumer<Step> took) {}

    /** For that tier. */
    public Migration(TenantTiers tiers, Tier tier, TierSettings settings) {
        this.tiers = tiers;
        this.tier = tier;
        this.settings = settings;
    }

    /** Whether it is for exactly that tier. */
    public boolean isOf(TenantTiers others, Tier other) {
        return tiers.equals(others) && tier.equals(other);
    }

    /**
     * Continues for a bounded number of requests; called about once a second.
     *
     * @throws IOException if no NameNode answers: nothing is lost, and it continues later
     */
    public void go(NameNode hdfs, Circumstances now) throws IOException {
        try {
            if (walk == null
                    && (walks == 0
                            || now.nanos - lookedNanos >= settings.every().toNanos())) {
                begin(hdfs, now);
            }
            goThrough(hdfs);
            check(hdfs);
            askAgain(hdfs, now);
            move(hdfs, now);
        } catch (Gone | Refused cannot) {
            trouble = cannot.getMessage();
            forget(now);
        } catch (IOException nobody) {
            trouble = nobody.getMessage();
            forget(now);
            throw nobody;
        }
    }

    private void forget(Circumstances now) {
        walk = null;
        leaving.clear();
        unsure.clear();
        walks++;
        lookedNanos = now.nanos;
    }

    private void begin(NameNode hdfs, Circumstances now) throws IOException {
        Entry folder = hdfs.status(tier.path());
        if (!folder.folder()) {
            throw new Refused(tier.path() + " is a file; a tier is a folder");
        }
        Usage usage =
                tier.hasQuotaInHdfs() ? hdfs.usage(tier.path(), tier.policy().type()) : Usage.NONE;
        for (Step step : tier.setup(folder, usage, Optional.ofNullable(found))) {
            take(hdfs, step, now);
        }
        walk = new Walk(tier.path());
        walks++;
        lookedNanos = now.nanos;
        finding = new Findings(tiers, tier, now.millis, walks, found == null ? 0 : found.onTheWay());
        leaving.clear();
        unsure.clear();
        stuck = false;
        trouble = "";
    }

    private void goThrough(NameNode hdfs) throws IOException {
        for (int pages = 0; walk != null && pages < PAGES_A_TURN; pages++) {
            walk.next(hdfs, finding::add);
            if (walk.isOver()) {
                walk = null;
                found = finding;
                gone = 0;
                leaving.addAll(found.leaving());
                unsure.addAll(found.unsure());
            }
        }
    }

    /** Checks the blocks of files that move, or may move. */
    private void check(NameNode hdfs) throws IOException {
        for (int files = 0; !unsure.isEmpty() && files < FILES_A_TURN && moving.size() < MOST_MOVING; files++) {
            Entry file = unsure.poll();
            StoragePolicy policy = file.storagePolicy().orElseThrow();
            if (!moving.containsKey(file.path())) {
                keepIfMisplaced(hdfs, Moving.of(file, policy, 0));
            }
        }
        List<Moving> some = moving.values().stream().limit(FILES_A_TURN).toList();
        for (Moving each : some) {
            // Moved to the end of the queue, or removed.
            moving.remove(each.file.path());
            keepIfMisplaced(hdfs, each);
        }
    }

    private void keepIfMisplaced(NameNode hdfs, Moving each) throws IOException {
        try {
            long left = hdfs.misplaced(each.file, each.to);
            movedBytes += Math.max(0, each.bytes - left);
            if (left > 0 && isStill(hdfs.status(each.file.path()), each)) {
                moving.put(each.file.path(), each.left(left));
            }
        } catch (Gone removed) {
            moving.remove(each.file.path());
        }
    }

    /** Whether it is the same file, with its policy unchanged. */
    private static boolean isStill(Entry now, Moving each) {
        return now.id() == each.file.id()
                && now.storagePolicy().filter(each.to::equals).isPresent();
    }

    /** Asks HDFS to move files that have their new policy, but were not requested yet, or long ago. */
    private void askAgain(NameNode hdfs, Circumstances now) throws IOException {
        List<Moving> due = moving.values().stream()
                .filter(each -> each.isDue(now.nanos))
                .limit(FILES_A_TURN)
                .toList();
        for (Moving each : due) {
            if (stuck || !now.quiet.get().quiet()) {
                return;
            }
            satisfy(hdfs, each, now);
        }
    }

    private void move(NameNode hdfs, Circumstances now) throws IOException {
        for (int files = 0; files < FILES_A_TURN && !leaving.isEmpty(); files++) {
            if (stuck
                    || moving.size() >= MOST_MOVING
                    || movingBytes() >= settings.atOnce()
                    || !now.quiet.get().quiet()) {
                return;
            }
            Entry file = leaving.poll();
            gone++;
            try {
                move(hdfs, file, now);
            } catch (Gone removed) {
                moving.remove(file.path());
            } catch (Refused refused) {
                trouble = refused.getMessage();
            }
        }
    }

    private void move(NameNode hdfs, Entry file, Circumstances now) throws IOException {
        Optional<StoragePolicy> to = file.storagePolicy().flatMap(from -> tiers.step(tier, from));
        if (to.isPresent() && hdfs.status(file.path()).isAs(file)) {
            take(hdfs, new Step.SetPolicy(file.path(), to.get()), now);
            Moving begun = Moving.of(file, to.get(), takes(file) - file.takes(to.get()));
            moving.put(file.path(), begun);
            // If the disks are busy by now, it waits with its new policy.
            if (now.quiet.get().quiet()) {
                satisfy(hdfs, begun, now);
            }
        }
    }

    private void satisfy(NameNode hdfs, Moving each, Circumstances now) throws IOException {
        try {
            take(hdfs, new Step.Satisfy(each.file.path(), each.requests > 0), now);
            moving.put(each.file.path(), each.requested(now.nanos, settings.every()));
        } catch (Gone removed) {
            moving.remove(each.file.path());
        } catch (Refused refused) {
            // No file moves then; the next walk retries.
            trouble = refused.getMessage();
            stuck = true;
        }
    }

    private static void take(NameNode hdfs, Step step, Circumstances now) throws IOException {
        hdfs.take(step);
        now.took.accept(step);
    }

    private long movingBytes() {
        return moving.values().stream().mapToLong(Moving::bytes).sum();
    }

    private static long takes(Entry file) {
        return file.takes(file.storagePolicy().orElse(StoragePolicy.HOT));
    }

    /** The tier's status. */
    public TierStatus status(Quiet quiet) {
        TierStatus unknown = TierStatus.unknown(tiers, tier, null);
        long waiting = Math.max(leaving.size(), found == null ? 0 : found.dueFiles() - gone);
        long unasked =
                moving.values().stream().filter(each -> each.requests == 0).count();
        boolean toDo = waiting + unasked > 0;
        String state = !trouble.isEmpty()
                ? "trouble"
                : found == null
                        ? "scanning"
                        : toDo && !quiet.quiet() ? "waiting" : toDo || !moving.isEmpty() ? "moving" : "idle";
        return new TierStatus(
                unknown.tenant(),
                unknown.tier(),
                unknown.path(),
                unknown.policy(),
                unknown.next(),
                unknown.quotaBytes(),
                found == null ? null : used(),
                found == null ? null : found.files(),
                waiting + unasked,
                waitingBytes(),
                movingBytes(),
                movedBytes,
                state,
                !trouble.isEmpty() ? trouble : state.equals("waiting") ? quiet.why(settings) : null);
    }

    private long used() {
        return found.inMemory().orElse(found.bytes());
    }

    private long waitingBytes() {
        long known = leaving.stream().mapToLong(Migration::takes).sum();
        boolean allKnown = found == null || found.dueFiles() - gone <= leaving.size();
        return allKnown ? known : Math.max(known, found.dueBytes());
    }
}
