package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That a run is what it says. */
final class SimulationTest {

    private static final double SECONDS = 6;

    /** Who begins may be ahead; after so many seconds that has worn off. */
    private static final double AFTER_THE_HEAD_START = 6;

    private static Outcome run(String scenario, Policy policy, long seed) {
        return run(scenario, policy, seed, SECONDS);
    }

    private static Outcome run(String scenario, Policy policy, long seed, double seconds) {
        Scenario named = Scenario.all().stream()
                .filter(candidate -> candidate.name().startsWith(scenario))
                .findFirst()
                .orElseThrow();
        return Simulation.run(DiskModel.FIRST_COME, named, policy, 157e6, seconds, seed);
    }

    private static double part(Outcome outcome, int party) {
        return outcome.bytes(party, 1, SECONDS) / outcome.bytes(1, SECONDS);
    }

    @Test
    void sameSeed_givesTheSameOutcome() {
        Outcome once = run("one random reader", Policy.AUTO, 7);
        Outcome again = run("one random reader", Policy.AUTO, 7);
        assertThat(again.events()).isEqualTo(once.events());
        for (int party = 0; party < 3; party++) {
            assertThat(again.bytes(party, 0, SECONDS)).isEqualTo(once.bytes(party, 0, SECONDS));
        }
    }

    @Test
    void anotherSeed_givesAnotherOutcome() {
        assertThat(run("one random reader", Policy.AUTO, 8).events())
                .isNotEqualTo(run("one random reader", Policy.AUTO, 7).events());
    }

    @Test
    void unthrottled_threadsDecide() {
        assertThat(part(run("weights 4:8:8", Policy.UNTHROTTLED, 1), 0)).isCloseTo(8 / 11.0, within(0.01));
    }

    @Test
    void auto_weightsDecide() {
        assertThat(part(run("weights 4:8:8", Policy.AUTO, 1), 0)).isCloseTo(0.2, within(0.01));
    }

    /** Eight MiB for each of 54 threads are almost three seconds of that disk. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void diskThatHasSecondsOfReadaheadToWorkOff_letsNobodyGo(long seed) {
        Outcome outcome = run("weights 3:7:2:11:5", Policy.AUTO, seed, 18);
        double[] weights = {3, 7, 2, 11, 5};
        for (int party = 0; party < weights.length; party++) {
            double due = weights[party] / 28 * outcome.bytes(8, 18);
            assertThat(outcome.bytes(party, 8, 18)).as("party %d", party).isCloseTo(due, within(0.05 * due));
        }
    }

    @Test
    void slowConsumer_getsWhatItsClientTakes() {
        Outcome outcome = run("slow consumer", Policy.UNTHROTTLED, 1);
        assertThat(outcome.bytes(0, 1, SECONDS) / (SECONDS - 1)).isLessThan(5.1e6);
    }

    @Test
    void whoeverComesAndGoes_isAwayInBetween() {
        Outcome outcome = run("eight threads", Policy.UNTHROTTLED, 1);
        assertThat(outcome.bytes(2, 3.5, 5)).isZero();
        assertThat(outcome.bytes(2, 5, 6)).isPositive();
    }

    @ParameterizedTest
    @MethodSource("io.hdfsthrottle.simulation.Scenario#all")
    void goingAhead_changesNothing(Scenario scenario) {
        for (DiskModel disk : DiskModel.all()) {
            for (Policy policy : List.of(Policy.AUTO, Policy.LOW)) {
                Outcome ahead = Simulation.run(disk, scenario, policy, 157e6, SECONDS, 1);
                Outcome stepwise = Simulation.runStepwise(disk, scenario, policy, 157e6, SECONDS, 1);
                assertThat(ahead.sentByTick())
                        .as("%s, %s", disk.name(), policy.words())
                        .isDeepEqualTo(stepwise.sentByTick());
            }
        }
    }

    @Test
    void whoeverReadsFromMemory_isNotHeldBackByTheDisk() {
        assertThat(run("one from memory", Policy.AUTO, 1).bytes(0, 1, SECONDS) / (SECONDS - 1))
                .isCloseTo(500e6, within(5e6));
    }

    @Test
    void tenantOnTwoDisks_getsItsShareOfEach() {
        Outcome outcome = run("two disks", Policy.AUTO, 1, AFTER_THE_HEAD_START + 10);
        assertThat(outcome.bytes(0, AFTER_THE_HEAD_START, AFTER_THE_HEAD_START + 10)
                        / outcome.bytes(1, AFTER_THE_HEAD_START, AFTER_THE_HEAD_START + 10))
                .isCloseTo(2, within(0.1));
        assertThat(outcome.bytes(2, AFTER_THE_HEAD_START, AFTER_THE_HEAD_START + 10)
                        / outcome.bytes(3, AFTER_THE_HEAD_START, AFTER_THE_HEAD_START + 10))
                .isCloseTo(2, within(0.1));
    }
}
