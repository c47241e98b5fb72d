package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.util.List;
import java.util.Optional;

/**
 * Limits of what one user may have running at a time.
 *
 * @param memory MiB
 */
public record Quota(int deployments, int disks, int cores, long memory) {
    /** @throws IllegalArgumentException if one of them is below 1 */
    public Quota {
        if (deployments < 1 || disks < 1 || cores < 1 || memory < 1) {
            throw new IllegalArgumentException("all of them are at least 1");
        }
    }

    /** Why a user who has those running may not have this one, too; empty if the user may. */
    Optional<String> refuses(List<Order> has, Order more) {
        long disks = more.disks() + has.stream().mapToLong(Order::disks).sum();
        long cores = more.cores() + has.stream().mapToLong(Order::cores).sum();
        long memory = more.memory() + has.stream().mapToLong(Order::memory).sum();
        if (has.size() >= deployments) {
            return Optional.of(
                    sentence(more, has.size() + 1L, "deployments", deployments, "launch.deployments.per.user"));
        }
        if (disks > this.disks) {
            return Optional.of(sentence(more, disks, "disks", this.disks, "launch.disks.per.user"));
        }
        if (cores > this.cores) {
            return Optional.of(sentence(more, cores, "cores", this.cores, "launch.cores.per.user"));
        }
        return memory > this.memory
                ? Optional.of(sentence(more, memory, "MiB of memory", this.memory, "launch.memory.per.user"))
                : Optional.empty();
    }

    private static String sentence(Order more, long wanted, String what, long most, String setting) {
        return more.user() + " would have " + wanted + " " + what + "; permitted are " + most + " (" + setting + ")";
    }
}
