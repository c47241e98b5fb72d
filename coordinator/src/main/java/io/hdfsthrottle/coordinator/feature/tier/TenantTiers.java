package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.Tier.Kind;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.StoragePolicy;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tiers of one tenant: at least one. */
public record TenantTiers(Tenant tenant, Optional<Tier> temporary, Optional<Tier> stable) {
    /** @throws InvalidInput if there is none, or their folders overlap */
    public TenantTiers {
        if (temporary.isEmpty() && stable.isEmpty()) {
            throw new InvalidInput("tiers", "none", "temporary, stable or both");
        }
        if (temporary.isPresent() && stable.isPresent() && temporary.get().overlaps(stable.get())) {
            throw new InvalidInput("stable.path", stable.get().path(), "a folder apart from temporary.path");
        }
    }

    /** Both, the temporary one first. */
    public List<Tier> tiers() {
        return Stream.of(temporary, stable).flatMap(Optional::stream).toList();
    }

    /** The policy that files of a tier move on to. */
    public StoragePolicy next(Tier tier) {
        return step(tier, tier.policy()).orElse(StoragePolicy.HOT);
    }

    /** The policy that a file in that tier's folder moves on to from that one; empty if it stays. */
    Optional<StoragePolicy> step(Tier tier, StoragePolicy from) {
        if (tier.empties()) {
            return Optional.empty();
        }
        Optional<StoragePolicy> between = between(tier);
        if (from == tier.policy()) {
            return Optional.of(between.orElse(StoragePolicy.HOT));
        }
        return between.filter(from::equals).map(policy -> StoragePolicy.HOT);
    }

    /** Whether files of that policy in that tier's folder may still be moving to its storage. */
    boolean isOnTheWay(Tier tier, StoragePolicy policy) {
        return !tier.empties()
                && policy != tier.policy()
                && (policy == StoragePolicy.HOT
                        || between(tier).filter(policy::equals).isPresent());
    }

    /** The policy between that of a temporary tier and DISK. */
    private Optional<StoragePolicy> between(Tier tier) {
        return tier.kind() == Kind.TEMPORARY
                ? stable.map(Tier::policy).filter(policy -> policy.compareTo(tier.policy()) > 0)
                : Optional.empty();
    }

    /** How long after its last write a file in that tier's folder moves on from that policy. */
    Duration after(Tier tier, StoragePolicy from) {
        return from == tier.policy() ? tier.after() : stable.map(Tier::after).orElse(tier.after());
    }
}
