package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.MILLI;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A disk that seeks has so many streams that each would wait long for all others' quanta. */
final class ManyStreamsTest {

    private static final double RATE = 150 * MIB;

    private final ModelDisk disk = ModelDisk.seeking(RATE, 8 * MILLI);
    private final List<ModelDisk.Stream> many = streams(7, 32);
    private final List<ModelDisk.Stream> few = streams(11, 3);

    private List<ModelDisk.Stream> streams(double weight, int count) {
        Branch application = disk.tenant(weight).branch();
        return IntStream.range(0, count)
                .mapToObj(i -> disk.new Stream(application))
                .collect(Collectors.toList());
    }

    private static double bytes(List<ModelDisk.Stream> streams) {
        return streams.stream().mapToLong(stream -> stream.bytes).sum();
    }

    @Test
    void everyStream_hasItsTurnBeforeLong() {
        disk.runFor(10 * SECOND);
        many.forEach(stream -> stream.longestNanos = 0);
        few.forEach(stream -> stream.longestNanos = 0);
        disk.runFor(20 * SECOND);
        assertThat(many).extracting(stream -> stream.longestNanos / MILLI).allMatch(millis -> millis < 3000);
        assertThat(few).extracting(stream -> stream.longestNanos / MILLI).allMatch(millis -> millis < 1000);
    }

    @Test
    void theirShares_areByWeight_andTheDiskMovesMostOfWhatItCan() {
        disk.runFor(10 * SECOND);
        double ofMany = -bytes(many);
        double ofFew = -bytes(few);
        disk.runFor(20 * SECOND);
        ofMany += bytes(many);
        ofFew += bytes(few);
        assertThat(ofMany / ofFew).isCloseTo(7.0 / 11, within(0.01));
        assertThat((ofMany + ofFew) / 20).isGreaterThan(0.65 * RATE);
    }

    @Test
    void fewStreams_keepWholeQuanta() {
        many.forEach(ModelDisk.Stream::stop);
        disk.runFor(20 * SECOND);
        assertThat(bytes(few) / 20).isGreaterThan(0.75 * RATE);
    }
}
