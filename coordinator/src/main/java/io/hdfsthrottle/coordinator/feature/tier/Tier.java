package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.Step;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A tenant's folder whose files start on fast storage and move on to slower storage.
 *
 * @param kind its purpose
 * @param path the folder in HDFS
 * @param policy the storage policy of the folder
 * @param quotaBytes how much of the policy's storage type it may take; empty for no limit
 * @param after the time after their last write at which files move on to slower storage
 */
public record Tier(Kind kind, String path, StoragePolicy policy, OptionalLong quotaBytes, Duration after) {
    /** From this part of the quota on, the oldest files move before their time. */
    static final double FULL = 0.9;

    /** Below this part of the quota, new files go to memory again. */
    private static final double ROOM_AGAIN = 0.7;

    /** HDFS has to recount if its count is too high by more than the quota divided by this. */
    private static final int MISCOUNTED = 10;

    private static final int LONGEST_PATH = 1_000;

    /** The longest time after which files move. */
    static final Duration LONGEST = Duration.ofDays(3_650);

    private static final Set<String> RESERVED = Set.of(".", "..", "", ".snapshot", ".reserved");

    /** What a tier is for. */
    public enum Kind {
        /** For files that are read soon and seldom later: memory, or SSD where no DataNode has a RAM_DISK. */
        TEMPORARY,
        /** For files that are to stay fast for longer: SSD. */
        STABLE;

        private Set<StoragePolicy> policies() {
            return switch (this) {
                case TEMPORARY -> Set.of(StoragePolicy.LAZY_PERSIST, StoragePolicy.ALL_SSD);
                case STABLE -> Set.of(StoragePolicy.ALL_SSD, StoragePolicy.ONE_SSD);
            };
        }

        private InvalidInput refused(Object policy) {
            return new InvalidInput(
                    label() + ".policy",
                    policy,
                    policies().stream().map(Enum::name).sorted().toList());
        }

        /** Its name as users write it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @throws InvalidInput naming the invalid value */
    public Tier {
        if (!isFolder(path)) {
            throw new InvalidInput(
                    kind.label() + ".path",
                    path,
                    "an absolute path of HDFS below /, up to " + LONGEST_PATH
                            + " characters, without . and .., for example /tmp/etl");
        }
        if (!kind.policies().contains(policy)) {
            throw kind.refused(policy);
        }
        if (quotaBytes.isPresent() && quotaBytes.getAsLong() < 1) {
            throw new InvalidInput(
                    kind.label() + ".quotaBytes",
                    quotaBytes.getAsLong(),
                    "a whole number of bytes, for example 10737418240");
        }
        if (after.toSeconds() < 1 || after.compareTo(LONGEST) > 0) {
            throw new InvalidInput(
                    kind.label() + ".afterSeconds",
                    after.toSeconds(),
                    "a whole number of seconds from 1 to " + LONGEST.toSeconds());
        }
    }

    /**
     * Validates a tier from an untrusted source.
     *
     * @param policy null for the fastest that the kind permits on SSD
     * @throws InvalidInput naming the invalid value
     */
    public static Tier of(Kind kind, String path, String policy, OptionalLong quotaBytes, Duration after) {
        StoragePolicy meant = policy == null
                ? StoragePolicy.ALL_SSD
                : StoragePolicy.named(policy).orElseThrow(() -> kind.refused(policy));
        return new Tier(kind, path, meant, quotaBytes, after);
    }

    private static boolean isFolder(String path) {
        return path.length() <= LONGEST_PATH
                && path.startsWith("/")
                && PlainText.is(path)
                && Arrays.stream(path.substring(1).split("/", -1)).noneMatch(RESERVED::contains);
    }

    /** Whether one of the folders lies in the other, or they are the same. */
    boolean overlaps(Tier other) {
        return (path + "/").startsWith(other.path + "/") || (other.path + "/").startsWith(path + "/");
    }

    /** Whether HDFS itself moves its files to slower storage, and keeps them there. */
    boolean empties() {
        return policy == StoragePolicy.LAZY_PERSIST;
    }

    /** Whether HDFS enforces the quota: it has no quotas for memory. */
    boolean hasQuotaInHdfs() {
        return !empties() && quotaBytes.isPresent();
    }

    /**
     * The steps that configure the folder in HDFS; none if it is configured already.
     *
     * @param folder as HDFS reports it
     * @param usage the same of its quota
     * @param found the last findings; empty before the first
     */
    List<Step> setup(NameNode.Entry folder, NameNode.Usage usage, Optional<Findings> found) {
        List<Step> steps = new ArrayList<>();
        StoragePolicy wanted = policyFor(folder, found.isPresent() ? found.get().inMemory() : OptionalLong.empty());
        if (folder.policy() != wanted.id()) {
            steps.add(new Step.SetPolicy(path, wanted));
        }
        if (hasQuotaInHdfs()) {
            // HDFS does not recount when the policies of files change.
            boolean miscounted = usage.used().isPresent()
                    && found.isPresent()
                    && usage.used().getAsLong() - found.get().bytes() > quotaBytes.getAsLong() / MISCOUNTED;
            if (miscounted) {
                steps.add(new Step.ClearQuota(path, policy.type()));
            }
            if (miscounted || !quotaBytes.equals(usage.quota())) {
                steps.add(new Step.SetQuota(path, policy.type(), quotaBytes.getAsLong()));
            }
        }
        return steps;
    }

    private StoragePolicy policyFor(NameNode.Entry folder, OptionalLong inMemory) {
        if (!empties() || quotaBytes.isEmpty()) {
            return policy;
        }
        boolean passed = folder.policy() == StoragePolicy.HOT.id();
        if (inMemory.isEmpty()) {
            return passed ? StoragePolicy.HOT : policy;
        }
        double full = (double) inMemory.getAsLong() / quotaBytes.getAsLong();
        return full >= (passed ? ROOM_AGAIN : 1) ? StoragePolicy.HOT : policy;
    }
}
