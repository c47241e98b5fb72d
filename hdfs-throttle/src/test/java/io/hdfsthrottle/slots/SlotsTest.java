package io.hdfsthrottle.slots;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlotsTest {

    @Test
    void hostThatDoesNotSay_isNeverFullAndLentNothing() {
        for (Slots silent : new Slots[] {Slots.UNKNOWN, Slots.of(4096, 0, 100), Slots.of(4096, -1, 100)}) {
            assertThat(silent.occupancy()).isZero();
            assertThat(silent.strain()).isZero();
            assertThat(silent.lent(true)).isZero();
        }
    }

    @Test
    void spareOnes_areAtMostAPartOfThoseGiven() {
        assertThat(Slots.of(0, 4096, 100_000).withSpareAtMost(0.5).spare()).isEqualTo(2048);
        assertThat(Slots.of(0, 4096, 7).withSpareAtMost(0.5).spare()).isEqualTo(7);
        assertThat(Slots.of(0, 4096, 7).withSpareAtMost(0).spare()).isZero();
        assertThat(Slots.of(0, 4096, -7).spare()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0,    true,  0",
        "3840, true,  0",
        "3841, true,  1",
        "4096, true,  256",
        "4096, false, 256",
        "4200, false, 256",
        "4200, true,  360",
        "5888, true,  2048",
        "9999, true,  2048"
    })
    void lent_keepsAFewFreeAsLongAsThereAreSpareOnes(int used, boolean holdingBack, int lent) {
        assertThat(Slots.of(used, 4096, 2048).lent(holdingBack)).isEqualTo(lent);
    }

    /** A million seeded hosts: never more than the spare threads, never fewer as usage grows, some free if possible. */
    @Test
    void lent_isBoundedAndMonotoneAndKeepsTheDoorOpen() {
        seeded(100_000, random -> {
            int most = 1 + random.nextInt(random.nextBoolean() ? 20 : 100_000);
            int spare = random.nextInt(random.nextBoolean() ? 20 : 100_000);
            int used = random.nextInt(most + spare + 10);
            boolean holdingBack = random.nextBoolean();
            Slots slots = Slots.of(used, most, spare);
            int lent = slots.lent(holdingBack);
            int more = Slots.of(used + 1, most, spare).lent(holdingBack);
            String drawn = used + " of " + most + " and " + spare + ", " + holdingBack + ": " + lent;
            check(lent >= 0 && lent <= spare, drawn);
            check(more - lent == 0 || more - lent == 1, drawn);
            check(holdingBack || lent <= spare / Slots.DOOR + 1, drawn);
            check(lent <= slots.lent(true), drawn);
            check(!holdingBack || lent == spare || most + lent > used || spare == 0, drawn);
        });
    }

    private static void check(boolean what, String drawn) {
        if (!what) {
            throw new AssertionError(drawn);
        }
    }
}
