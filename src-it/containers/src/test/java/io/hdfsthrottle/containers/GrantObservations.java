package io.hdfsthrottle.containers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Observations of coordinators and DataNodes, in order of time: the version of the grant that each gives or follows.
 */
record GrantObservations(List<GrantObservations.Observed> all) {

    /**
     * One observation.
     *
     * @param millis when it was answered, since 1970
     * @param version absent if there was no answer, or a coordinator does not lead
     */
    record Observed(long millis, String who, Optional<Version> version) {}

    /** A grant's version. */
    record Version(long epoch, long sequence) implements Comparable<Version> {
        static Version parse(String text) {
            String[] parts = text.split("\\.", -1);
            return new Version(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }

        @Override
        public int compareTo(Version other) {
            return Comparator.comparingLong(Version::epoch)
                    .thenComparingLong(Version::sequence)
                    .compare(this, other);
        }
    }

    /** Reads lines of milliseconds, name and version or {@code -}; a line that is still being written is left out. */
    static GrantObservations parse(String text) {
        List<Observed> all = new ArrayList<>();
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> {
            String[] parts = line.split(" ", -1);
            Optional<Version> version = parts[2].equals("-") ? Optional.empty() : Optional.of(Version.parse(parts[2]));
            all.add(new Observed(Long.parseLong(parts[0]), parts[1], version));
        });
        return new GrantObservations(all);
    }

    /** Those from that moment on. */
    GrantObservations since(long millis) {
        return new GrantObservations(
                all.stream().filter(observed -> observed.millis() >= millis).toList());
    }

    /** Those of one. */
    GrantObservations of(String who) {
        return new GrantObservations(
                all.stream().filter(observed -> observed.who().equals(who)).toList());
    }

    /** The coordinator that was seen to lead last, with what it gives; nothing if none was in the last look at it. */
    Optional<Observed> leader() {
        return ControlPlane.COORDINATORS.stream()
                .flatMap(name -> of(name).last().stream())
                .filter(observed -> observed.version().isPresent())
                .max(Comparator.comparing(observed -> observed.version().orElseThrow()));
    }

    /** The first look that showed that version or a later one. */
    Optional<Observed> first(Version least) {
        return all.stream()
                .filter(observed -> observed.version()
                        .filter(seen -> seen.compareTo(least) >= 0)
                        .isPresent())
                .findFirst();
    }

    boolean hasGrant(String dataNode) {
        return of(dataNode)
                .last()
                .flatMap(Observed::version)
                .filter(seen -> seen.epoch() > 0)
                .isPresent();
    }

    private Optional<Observed> last() {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** Whether no look showed an older version than one before. */
    boolean onlyRise() {
        Version newest = new Version(0, 0);
        for (Observed observed : all) {
            Version seen = observed.version().orElse(newest);
            if (seen.compareTo(newest) < 0) {
                return false;
            }
            newest = seen;
        }
        return true;
    }
}
