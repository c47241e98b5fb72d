package io.hdfsthrottle.coordinator.feature.tier;

import java.util.Objects;

/**
 * Status of one tier, for users.
 *
 * @param tier its kind
 * @param path its folder
 * @param policy the storage policy of files there
 * @param next the one that they move on to
 * @param quotaBytes the bytes it may take of the storage type; null for no limit
 * @param usedBytes the bytes its files take, by their policies; of memory, those written lately; null before the first walk
 * @param files how many files are in the tier; likewise
 * @param waitingFiles how many files are to move on
 * @param waitingBytes the bytes they take
 * @param movingBytes the bytes HDFS was asked to move, and has not been seen to have moved
 * @param movedBytes the bytes moved since this coordinator leads
 * @param state {@code scanning}, {@code idle}, {@code waiting}, {@code moving} or {@code trouble}
 * @param why what it waits for, or the trouble; null for nothing
 */
public record TierStatus(
        String tenant,
        String tier,
        String path,
        String policy,
        String next,
        Long quotaBytes,
        Long usedBytes,
        Long files,
        long waitingFiles,
        long waitingBytes,
        long movingBytes,
        long movedBytes,
        String state,
        String why) {

    /** Whether both describe the same tier and configuration. */
    public boolean isOfTheSame(TierStatus other) {
        return tenant.equals(other.tenant)
                && tier.equals(other.tier)
                && path.equals(other.path)
                && policy.equals(other.policy)
                && next.equals(other.next)
                && Objects.equals(quotaBytes, other.quotaBytes);
    }

    /** The status before anything is known. */
    public static TierStatus unknown(TenantTiers tiers, Tier tier, String why) {
        return new TierStatus(
                tiers.tenant().name(),
                tier.kind().label(),
                tier.path(),
                tier.policy().name(),
                tiers.next(tier).name(),
                tier.quotaBytes().isPresent() ? tier.quotaBytes().getAsLong() : null,
                null,
                null,
                0,
                0,
                0,
                0,
                "scanning",
                why);
    }
}
