package io.hdfsthrottle.cli.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.cli.disk.Verdict.Sure;
import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerdictTest {

    private static final double MIB = 1 << 20;

    @Test
    void repeatsThatAgreeOnADiskOfOnesOwn_areSure() {
        Verdict verdict = Verdict.of(List.of(read(150, 151, 149), write(1, 0, 140, 139, 141)), true, true);
        assertThat(verdict.sure()).isEqualTo(Sure.YES);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(verdict.fixedCapacity())
                .as("the slowest sequential run: above it, the tenant with most threads takes the difference")
                .contains(Rate.parse("139m"));
    }

    @ParameterizedTest
    @CsvSource({"100, 104, YES", "100, 110, FAIRLY", "100, 140, NO"})
    void repeatsThatLieApart_areLessSure(double one, double other, Sure sure) {
        Verdict verdict = Verdict.of(List.of(read(one, one, other)), true, true);
        assertThat(verdict.sure()).isEqualTo(sure);
        assertThat(verdict.reasons()).hasSize(sure == Sure.YES ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"0.01, YES", "0.05, FAIRLY", "0.5, NO"})
    void strangersOnTheDisk_makeItLessSure(double foreign, Sure sure) {
        Verdict verdict = Verdict.of(List.of(write(1, foreign, 100, 100, 100)), true, true);
        assertThat(verdict.sure()).isEqualTo(sure);
        assertThat(verdict.reasons())
                .allSatisfy(reason ->
                        assertThat(reason).contains("sequential write").contains("somebody else"));
    }

    @Test
    void memory_isNoDisk() {
        Verdict noDevice = Verdict.of(List.of(write(Double.NaN, 0, 9000, 9000, 9000)), false, true);
        Verdict pageCache = Verdict.of(List.of(write(1, 0, 9000, 9000, 9000)), true, false);
        Verdict cacheAbove = Verdict.of(List.of(write(0.4, 0, 9000, 9000, 9000)), true, true);
        assertThat(List.of(noDevice, pageCache, cacheAbove)).allSatisfy(verdict -> {
            assertThat(verdict.sure()).isEqualTo(Sure.NO);
            assertThat(verdict.reasons()).hasSize(1);
            assertThat(verdict.fixedCapacity()).isEmpty();
        });
    }

    @Test
    void smallAccess_isMeasuredAndIsNoCapacity() {
        Measured random = new Measured(Access.RANDOM_READ, List.of(2 * MIB, 3 * MIB, 4 * MIB, 5 * MIB), 1, 0);
        assertThat(random.median()).isEqualTo(3.5 * MIB);
        assertThat(random.requestsPerSecond()).isEqualTo(896);
        assertThat(Verdict.of(List.of(random, read(150, 150, 150)), true, true).fixedCapacity())
                .contains(Rate.parse("150m"));
    }

    private static Measured read(double... mebibytes) {
        return measured(Access.SEQUENTIAL_READ, 1, 0, mebibytes);
    }

    private static Measured write(double seen, double foreign, double... mebibytes) {
        return measured(Access.SEQUENTIAL_WRITE, seen, foreign, mebibytes);
    }

    private static Measured measured(Access access, double seen, double foreign, double... mebibytes) {
        return new Measured(
                access, Arrays.stream(mebibytes).map(each -> each * MIB).boxed().toList(), seen, foreign);
    }
}
