package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The YARN deployment where executors run. A node label stands for the disks that NodeManagers with that label have their
 * local directories on: executors use all of these directories, so that a deployment has all disks of one label.
 * Immutable, pure.
 *
 * @param conf the folder of {@code yarn-site.xml} and {@code core-site.xml}
 * @param queue where applications are submitted; YARN's default if empty
 * @param labels by the storage id of a volume, the label of its disk
 */
public record Yarn(Path conf, Optional<String> queue, Map<String, String> labels) {
    /** Copies what it is given. */
    public Yarn {
        labels = Map.copyOf(labels);
    }

    private Map<String, Set<String>> volumesByLabel() {
        Map<String, Set<String>> volumes = new TreeMap<>();
        labels.forEach((volume, label) ->
                volumes.computeIfAbsent(label, each -> new TreeSet<>()).add(volume));
        return volumes;
    }

    /** The volumes of each label that stands for that many disks; one has to. */
    public List<Set<String>> volumes(int disks) {
        Map<String, Set<String>> volumes = volumesByLabel();
        List<Set<String>> fitting =
                volumes.values().stream().filter(each -> each.size() == disks).toList();
        if (fitting.isEmpty()) {
            String sizes = volumes.values().stream()
                    .map(Set::size)
                    .distinct()
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" or "));
            throw new InvalidInput(
                    "disks",
                    disks,
                    sizes + " for all nodes together: on YARN a deployment has all disks of one node label"
                            + " (launch.yarn.labels)");
        }
        return fitting;
    }

    /** The label of those volumes, which have the same. */
    String label(List<String> ofVolumes) {
        return labels.get(ofVolumes.get(0));
    }
}
