package io.hdfsthrottle.containers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Observations of coordinators and DataNodes, in order of time: the version of the grant that each gives or follows.
 */
record Sights(List<Sight> all) {

    /**
     * One observation.
     *
     * @param millis when it was answered, since 1970
     * @param version absent if there was no answer, or a coordinator does not lead
     */
    record Sight(long millis, String who, Optional<Version> version) {}

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
    static Sights parse(String text) {
        List<Sight> all = new ArrayList<>();
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> {
            String[] parts = line.split(" ", -1);
            Optional<Version> version = parts[2].equals("-") ? Optional.empty() : Optional.of(Version.parse(parts[2]));
            all.add(new Sight(Long.parseLong(parts[0]), parts[1], version));
        });
        return new Sights(all);
    }

    /** Those from that moment on. */
    Sights since(long millis) {
        return new Sights(all.stream().filter(sight -> sight.millis() >= millis).toList());
    }

    /** Those of one. */
    Sights of(String who) {
        return new Sights(all.stream().filter(sight -> sight.who().equals(who)).toList());
    }

    /** The coordinator that was seen to lead last, with what it gives; nothing if none was in the last look at it. */
    Optional<Sight> leader() {
        return ControlPlane.COORDINATORS.stream()
                .flatMap(name -> of(name).last().stream())
                .filter(sight -> sight.version().isPresent())
                .max(Comparator.comparing(sight -> sight.version().orElseThrow()));
    }

    /** The first look that showed that version or a later one. */
    Optional<Sight> first(Version least) {
        return all.stream()
                .filter(sight -> sight.version()
                        .filter(seen -> seen.compareTo(least) >= 0)
                        .isPresent())
                .findFirst();
    }

    boolean hasGrant(String dataNode) {
        return of(dataNode)
                .last()
                .flatMap(Sight::version)
                .filter(seen -> seen.epoch() > 0)
                .isPresent();
    }

    private Optional<Sight> last() {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** Whether no look showed an older version than one before. */
    boolean onlyRise() {
        Version newest = new Version(0, 0);
        for (Sight sight : all) {
            Version seen = sight.version().orElse(newest);
            if (seen.compareTo(newest) < 0) {
                return false;
            }
            newest = seen;
        }
        return true;
    }
}
