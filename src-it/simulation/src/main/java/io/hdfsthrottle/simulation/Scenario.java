package io.hdfsthrottle.simulation;

import io.hdfsthrottle.simulation.Party.Kind;
import java.util.List;
import java.util.stream.DoubleStream;

/** The tenants of a run, and how the disk is disturbed: slowed to a part of its speed, halved by I/O of others. */
record Scenario(String name, List<Party> parties, double slowedTo, boolean foreign) {
    /** Figures begin here, after the learning phase. In seconds, as all that follows. */
    static final double FROM = 5;

    private static final double TO = 25;
    static final double LATEST = 45;
    static final double DISTURBED_FROM = 10;
    static final double DISTURBED_TO = 15;
    static final double CYCLE = 5;
    static final double STAYS = 3;

    private static Scenario of(String name, Party... parties) {
        return new Scenario(name, List.of(parties), 1, false);
    }

    /** Only this tenant, all the time: its demand if it had the disk for itself. */
    static Scenario alone(Party party) {
        return of("alone", party.as(1, false));
    }

    /** Whether every tenant depends on a single stream. */
    boolean isOneThreadEach() {
        return parties.size() > 1 && parties.stream().allMatch(party -> party.threads() == 1);
    }

    /** Whether one that could have more than others takes less, because its clients are slow. */
    boolean isModest() {
        double least = parties.stream().mapToDouble(Party::weight).min().orElse(0);
        return parties.stream().anyMatch(party -> party.weight() > least && party.clientRate() < Party.CLIENT / 10);
    }

    /** The share of the tenant of the least weight, 0 to 1. */
    double leastShare() {
        double[] weights = parties.stream().mapToDouble(Party::weight).sorted().toArray();
        return weights[0] / DoubleStream.of(weights).sum();
    }

    /** When its figures end: one with hardly a tenth of a disk that seeks has few quanta in a short time. */
    double to() {
        return leastShare() < 0.1 ? LATEST : TO;
    }

    static List<Scenario> all() {
        Party one = Party.readers(1, 1);
        Party two = Party.readers(1, 2);
        Party eight = Party.readers(1, 8);
        Party slow = Party.blocks(1, 1, Kind.READ, 5e6);
        Party writer = Party.blocks(2, 4, Kind.WRITE, Party.CLIENT);
        Party memory = Party.blocks(1, 2, Kind.READ_FROM_MEMORY, 250e6);
        Party[] five = {
            Party.readers(3, 1), Party.readers(1, 32), Party.readers(7, 4), Party.readers(2, 16), Party.readers(5, 2)
        };
        List<Party> weighted = List.of(Party.readers(4, 8), Party.readers(8, 2), Party.readers(8, 1));
        return List.of(
                new Scenario("weights 4:8:8, threads 8:2:1", weighted, 1, false),
                of("weights 1:1:1, threads 1:2:8", one, two, eight),
                of("weights 1:8, one thread each", one, Party.readers(8, 1)),
                of("weights 3:1:7:2:5, threads 1:32:4:16:2", five),
                of("weights 1:2:4, threads 256:64:4", Party.readers(1, 256), Party.readers(2, 64), Party.readers(4, 4)),
                of("one stream", one),
                of("a slow consumer (5 MB/s) beside 2 and 8 streams", slow, two, eight),
                of("a slow consumer (25 MB/s) of weight 8 beside one stream", Party.blocks(8, 1, Kind.READ, 25e6), one),
                of("a writer's 4 threads, weight 2, beside 2 and 8 streams", writer, two, eight),
                of("2 streams from memory beside 2 and 8", memory, two, eight),
                of("random reads, 0.3 ms apart, beside 2 and 8 streams", Party.random(300_000), two, eight),
                of("random reads, 5 ms apart, beside 2 and 8 streams", Party.random(5_000_000), two, eight),
                of("random reads by 16 threads", Party.random(1_000_000).by(16)),
                of("requests of 4 MiB beside 16 streams", Party.requests(), Party.readers(1, 16)),
                of("8 streams come and go beside 1 and 2", eight.as(1, true), one, two),
                new Scenario("4:8:8, half the speed for 5 of 20 s", weighted, 0.5, false),
                new Scenario("4:8:8, foreign I/O takes half for 5 of 20 s", weighted, 1, true));
    }
}
