package io.hdfsthrottle.coordinator.tier;

import java.util.Objects;

/**
 * How it stands with one tier, for people.
 *
 * @param tenant whose
 * @param tier its kind
 * @param path its folder
 * @param policy the storage policy of files there
 * @param next the one that they go on to
 * @param quota what it may take of the storage type, in bytes; null for no bound
 * @param used what its files take, by their policies; of memory, what was written lately; null before it was looked at
 * @param files how many files are in the tier; likewise
 * @param waitingFiles how many are to go on
 * @param waitingBytes what they take
 * @param movingBytes what HDFS was asked to move, and has not been seen to have
 * @param movedBytes what has gone on since this coordinator leads
 * @param state {@code looking}, {@code idle}, {@code waiting}, {@code moving} or {@code trouble}
 * @param why what it waits for, or what the trouble is; null for nothing
 */
public record TierStatus(
        String tenant,
        String tier,
        String path,
        String policy,
        String next,
        Long quota,
        Long used,
        Long files,
        long waitingFiles,
        long waitingBytes,
        long movingBytes,
        long movedBytes,
        String state,
        String why) {

    /** Whether both are about the same tier, as it was decided last. */
    public boolean isOfTheSame(TierStatus other) {
        return tenant.equals(other.tenant)
                && tier.equals(other.tier)
                && path.equals(other.path)
                && policy.equals(other.policy)
                && next.equals(other.next)
                && Objects.equals(quota, other.quota);
    }

    /** Before anything is known. */
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
                "looking",
                why);
    }
}
