package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Entry;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Results of one walk through a tier: sums, the oldest files that may move on, and some of those that may still be
 * moving. Bounded, however many files there are. For one thread.
 */
final class Findings {
    /** Maximum number of oldest files remembered; the others are found again when these have moved. */
    static final int MOST_OLDEST = 1_000;

    /** Maximum number of possibly moving files whose blocks one walk checks; the next walk checks others. */
    static final int MOST_UNSURE = 500;

    private static final Comparator<Entry> OLDEST_FIRST =
            Comparator.comparingLong(Entry::modified).thenComparing(Entry::path);

    private final TenantTiers tiers;
    private final Tier tier;
    private final long nowMillis;
    private final long turn;
    private final long turns;
    private final TreeSet<Entry> oldest = new TreeSet<>(OLDEST_FIRST);
    private final List<Entry> unsure = new ArrayList<>();
    private long files;
    private long bytes;
    private long young;
    private long dueFiles;
    private long dueBytes;
    private long onTheWay;

    /**
     * No findings.
     *
     * @param turn the number of this walk
     * @param before how many files may have been moving in the last walk
     */
    Findings(TenantTiers tiers, Tier tier, long nowMillis, long turn, long before) {
        this.tiers = tiers;
        this.tier = tier;
        this.nowMillis = nowMillis;
        this.turn = turn;
        this.turns = Math.max(1, (before + MOST_UNSURE - 1) / MOST_UNSURE);
    }

    /** Adds a file. */
    void add(Entry file) {
        file.storagePolicy().ifPresent(policy -> add(file, policy));
    }

    private void add(Entry file, StoragePolicy policy) {
        if (policy.type().equals(tier.policy().type())) {
            bytes += file.takes(policy);
        }
        if (policy == tier.policy()) {
            files++;
            if (file.modified() + tier.after().toMillis() > nowMillis) {
                young += file.length();
            }
        }
        if (tiers.step(tier, policy).isPresent()) {
            mayGoOn(file, policy);
        }
        if (tiers.isOnTheWay(tier, policy)) {
            onTheWay++;
            if (Math.floorMod(file.id() - turn, turns) == 0 && unsure.size() < MOST_UNSURE) {
                unsure.add(file);
            }
        }
    }

    private void mayGoOn(Entry file, StoragePolicy policy) {
        if (isDue(file)) {
            dueFiles++;
            dueBytes += file.takes(policy);
        }
        oldest.add(file);
        if (oldest.size() > MOST_OLDEST) {
            oldest.pollLast();
        }
    }

    /** Whether the file's time in its present policy is over. */
    private boolean isDue(Entry file) {
        return file.storagePolicy()
                .filter(policy -> file.modified() + tiers.after(tier, policy).toMillis() <= nowMillis)
                .isPresent();
    }

    /**
     * The files to move on now: those whose time is over, and the oldest of the others where the quota is nearly full;
     * the oldest first.
     */
    List<Entry> leaving() {
        long over = over();
        List<Entry> leaving = new ArrayList<>();
        for (Entry file : oldest) {
            StoragePolicy policy = file.storagePolicy().orElseThrow();
            if (isDue(file) || over > 0) {
                leaving.add(file);
                over -= file.takes(policy);
                over += file.takes(tiers.step(tier, policy).orElse(StoragePolicy.HOT));
            }
        }
        return leaving;
    }

    /** How many bytes have to move before their time; negative if there is room left. */
    private long over() {
        return tier.quotaBytes().isEmpty()
                ? 0
                : bytes - (long) (Tier.FULL * tier.quotaBytes().getAsLong());
    }

    /** Files whose blocks have to be checked. */
    List<Entry> unsure() {
        return unsure;
    }

    /** How many files may be moving, or have arrived. */
    long onTheWay() {
        return onTheWay;
    }

    /** How many files have the tier's own policy. */
    long files() {
        return files;
    }

    /** Bytes that all files take of the tier's storage type, by their policies. */
    long bytes() {
        return bytes;
    }

    /** Bytes of files that count as in memory, in a tier of memory: HDFS does not report which still are. */
    OptionalLong inMemory() {
        return tier.empties() ? OptionalLong.of(young) : OptionalLong.empty();
    }

    long dueFiles() {
        return dueFiles;
    }

    long dueBytes() {
        return dueBytes;
    }
}
