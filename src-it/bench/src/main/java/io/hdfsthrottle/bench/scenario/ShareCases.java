package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.ShareCase.backlogged;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.ShareCase.Contender;
import io.hdfsthrottle.bench.report.ShareCase.Work;
import io.hdfsthrottle.unit.Rate;
import java.util.List;

/** The cases of {@link PaceShares}. */
final class ShareCases {

    /** The size of a random reader's pieces. */
    static final int PIECE_BYTES = 64 << 10;

    private static final Rate SLOW = Rate.ofBytesPerSecond(5_000_000);

    static final List<ShareCase> ALL = List.of(
            backlogged("4:8:8 with 8:2:1", List.of(4, 8, 8), List.of(8, 2, 1)),
            backlogged("1:1:1 with 1:2:8", List.of(1, 1, 1), List.of(1, 2, 8)),
            backlogged("1:8 with 1:1", List.of(1, 8), List.of(1, 1)),
            backlogged("3:7:2:11:5 with 1:32:5:3:13", List.of(3, 7, 2, 11, 5), List.of(1, 32, 5, 3, 13)),
            ShareCase.of(
                    "slow beside two",
                    DiskKind.STEADY,
                    List.of(new Contender(1, 1, Work.READS, SLOW), Contender.reading(1, 1), Contender.reading(1, 8))),
            ShareCase.of(
                    "random beside streams",
                    DiskKind.STEADY,
                    List.of(
                            new Contender(1, 1, Work.READS_ANYWHERE, Rate.UNLIMITED),
                            Contender.reading(1, 2),
                            Contender.reading(1, 8))),
            ShareCase.of(
                    "writer beside readers",
                    DiskKind.SHARED,
                    List.of(
                            new Contender(1, 2, Work.WRITES, Rate.UNLIMITED),
                            Contender.reading(1, 1),
                            Contender.reading(1, 4))),
            backlogged("halved", List.of(4, 8, 8), List.of(8, 2, 1))
                    .on(DiskKind.SHARED)
                    .at(List.of(1.0, 0.5, 1.0)));

    private ShareCases() {}
}
