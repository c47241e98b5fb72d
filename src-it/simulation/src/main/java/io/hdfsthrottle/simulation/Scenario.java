package io.hdfsthrottle.simulation;

import java.util.List;

/**
 * The tenants of a simulated run with their loads, and disturbances of the disk.
 *
 * @param slowedTo the fraction of its speed that the disk has while it is disturbed
 * @param foreign whether I/O from outside HDFS takes half of it then
 */
record Scenario(String name, List<Party> parties, double slowedTo, boolean foreign) {

    /** Figures begin here, after the learning phase. In seconds, as all that follows. */
    static final double FROM = 5;

    static final double TO = 25;
    static final double DISTURBED_FROM = 10;
    static final double DISTURBED_TO = 15;
    static final double CYCLE = 5;
    static final double STAYS = 3;

    private static Scenario of(String name, Party... parties) {
        return new Scenario(name, List.of(parties), 1, false);
    }

    /** Only this tenant, all the time: its demand if it had the disk for itself. */
    static Scenario alone(Party party) {
        return of("alone", new Party(1, party.threads(), party.load(), false));
    }

    /** Whether every tenant depends on a single stream. */
    boolean isOneThreadEach() {
        return parties.size() > 1 && parties.stream().allMatch(party -> party.threads() == 1);
    }

    /** The share of the tenant of the least weight, 0 to 1. */
    double leastShare() {
        double all = parties.stream().mapToDouble(Party::weight).sum();
        return parties.stream().mapToDouble(Party::weight).min().orElseThrow() / all;
    }

    static List<Scenario> all() {
        Party one = Party.readers(1, 1);
        Party two = Party.readers(1, 2);
        Party eight = Party.readers(1, 8);
        List<Party> weighted = List.of(Party.readers(4, 8), Party.readers(8, 2), Party.readers(8, 1));
        return List.of(
                new Scenario("weights 4:8:8, threads 8:2:1", weighted, 1, false),
                of("weights 1:1:1, threads 1:2:8", one, two, eight),
                of("weights 1:8, one thread each", one, Party.readers(8, 1)),
                of(
                        "weights 3:1:7:2:5, threads 1:32:4:16:2",
                        Party.readers(3, 1),
                        Party.readers(1, 32),
                        Party.readers(7, 4),
                        Party.readers(2, 16),
                        Party.readers(5, 2)),
                of("weights 1:2:4, threads 256:64:4", Party.readers(1, 256), Party.readers(2, 64), Party.readers(4, 4)),
                of("one stream", one),
                of("a slow consumer (5 MB/s) beside 2 and 8 streams", Party.of(1, 1, Load.reading(5e6)), two, eight),
                of(
                        "a writer's 4 threads, weight 2, beside 2 and 8 streams",
                        Party.of(2, 4, Load.writing()),
                        two,
                        eight),
                of("2 streams from memory beside 2 and 8", Party.of(1, 2, Load.readingFromMemory(250e6)), two, eight),
                of(
                        "random reads, 0.3 ms apart, beside 2 and 8 streams",
                        Party.of(1, 1, Load.random(300_000)),
                        two,
                        eight),
                of(
                        "random reads, 5 ms apart, beside 2 and 8 streams",
                        Party.of(1, 1, Load.random(5_000_000)),
                        two,
                        eight),
                of("requests of 4 MiB beside 16 streams", Party.of(1, 1, Load.requests()), Party.readers(1, 16)),
                of("8 streams come and go beside 1 and 2", eight.comingAndGoing(), one, two),
                new Scenario("4:8:8, half the speed for 5 of 20 s", weighted, 0.5, false),
                new Scenario("4:8:8, foreign I/O takes half for 5 of 20 s", weighted, 1, true));
    }
}
