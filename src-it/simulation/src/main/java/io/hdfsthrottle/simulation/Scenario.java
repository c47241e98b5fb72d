package io.hdfsthrottle.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Who reads how, and what happens to the disk meanwhile.
 *
 * @param slowFor the part of the disk's speed that is left between {@link #DISTURBED_FROM} and {@link #DISTURBED_TO}
 * @param stranger the part of the disk that somebody outside HDFS takes in that time
 */
record Scenario(String name, List<Party> parties, double slowFor, double stranger) {

    /** Figures begin here: before, not everybody reads. In seconds, as all that follows. */
    static final double FROM = 3;

    static final double TO = 33;
    static final double DISTURBED_FROM = 11;
    static final double DISTURBED_TO = 21;

    /** Whoever comes and goes stays from the beginning of each cycle. */
    static final double CYCLE_SECONDS = 5;

    static final double STAYS_SECONDS = 3;

    private static Scenario of(String name, Party... parties) {
        return new Scenario(name, List.of(parties), 1, 0);
    }

    private Scenario disturbed(String newName, double newSlowFor, double newStranger) {
        return new Scenario(newName, parties, newSlowFor, newStranger);
    }

    /** Only this party, and nothing happens to the disk: what it would use if it had the disk for itself. */
    static Scenario alone(Party party) {
        return of("alone", new Party(party.tenant(), 1, party.streams(), false, 0));
    }

    private static Scenario of(String name, double[] weights, int... threads) {
        List<Party> parties = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            parties.add(Party.of("t" + i, weights[i], Streams.of(threads[i])));
        }
        return new Scenario(name, parties, 1, 0);
    }

    private static double[] weights(double... weights) {
        return weights;
    }

    private Scenario readahead(String newName, int bytes) {
        List<Party> changed =
                parties.stream().map(party -> party.readahead(bytes)).toList();
        return new Scenario(newName, changed, slowFor, stranger);
    }

    /** All of them, as the report lists them; the first is the one that tells what a disk gives. */
    static List<Scenario> all() {
        Scenario priorities = of("weights 4:8:8, threads 8:2:1", weights(4, 8, 8), 8, 2, 1);
        return List.of(
                priorities,
                priorities.readahead("the same, 128 KiB of readahead", 128 << 10),
                priorities.readahead("the same, 4 MiB of readahead", 4 << 20),
                of("weights 1:1:1, threads 1:2:8", weights(1, 1, 1), 1, 2, 8),
                of("weights 1:8, one thread each", weights(1, 8), 1, 1),
                of("weights 3:1:7:2:5, threads 1:32:4:16:2", weights(3, 1, 7, 2, 5), 1, 32, 4, 16, 2),
                of("weights 3:7:2:11:5, threads 1:32:5:3:13", weights(3, 7, 2, 11, 5), 1, 32, 5, 3, 13)
                        .readahead("weights 3:7:2:11:5, threads 1:32:5:3:13, 8 MiB of readahead", 8 << 20),
                of(
                        "slow consumer (5 MB/s) beside two streams and eight",
                        Party.of("slow", 1, Streams.of(1).client(5_000_000)),
                        Party.of("two", 1, Streams.of(2)),
                        Party.of("eight", 1, Streams.of(8))),
                of(
                        "one random reader (64 KiB, thinks 5 ms) beside streams",
                        Party.of("random", 1, Streams.random(1)),
                        Party.of("two", 1, Streams.of(2)),
                        Party.of("eight", 1, Streams.of(8))),
                of(
                        "eight threads come and go beside one and two",
                        Party.of("one", 1, Streams.of(1)),
                        Party.of("two", 1, Streams.of(2)),
                        Party.of("eight", 1, Streams.of(8)).comingAndGoing()),
                priorities.disturbed("4:8:8, speed halved for 10 of 30 s", 0.5, 0),
                priorities.disturbed("4:8:8, a stranger takes half for 10 of 30 s", 1, 0.5),
                of(
                        "four random readers (64 KiB, never think) beside streams",
                        Party.of("random", 1, Streams.random(4).tireless()),
                        Party.of("two", 1, Streams.of(2)),
                        Party.of("eight", 1, Streams.of(8))),
                of("weights 1:2:4, threads 256:64:4", weights(1, 2, 4), 256, 64, 4)
                        .readahead("weights 1:2:4, threads 256:64:4, 256 KiB of readahead", 256 << 10),
                of(
                        "readers beside writers, weights 1:2:1, threads 2:4:8",
                        Party.of("reader", 1, Streams.of(2)),
                        Party.of("writer", 2, Streams.writing(4)),
                        Party.of("eight", 1, Streams.of(8))),
                of(
                        "one from memory (2 x 250 MB/s) beside two streams and eight",
                        Party.of("cached", 1, Streams.cached(2)),
                        Party.of("two", 1, Streams.of(2)),
                        Party.of("eight", 1, Streams.of(8))),
                of(
                        "two disks, weights 1:2:1, one tenant with one thread and eight",
                        Party.of("both", 2, Streams.of(1)),
                        Party.of("first", 1, Streams.of(8)),
                        Party.of("both", 2, Streams.of(8)).onVolume(1),
                        Party.of("second", 1, Streams.of(2)).onVolume(1)));
    }

    /** How many disks. */
    int volumes() {
        return 1 + parties.stream().mapToInt(Party::volume).max().orElse(0);
    }

    boolean hasComingAndGoing() {
        return parties.stream().anyMatch(Party::comesAndGoes);
    }
}
