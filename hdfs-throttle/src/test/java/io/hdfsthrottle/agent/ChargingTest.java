package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeProcess;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.slots.Slots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChargingTest {

    private static final long READ = 1_000_000;
    private static final long PACKET = 65_536;
    private static final long LAST_PACKET = 4;

    @TempDir
    Path proc;

    @ParameterizedTest
    @CsvSource({
        "auto,        auto, device",
        "auto,        150m, transferred",
        "device,      auto, device",
        "device,      150m, device",
        "transferred, auto, transferred",
        "transferred, 150m, transferred"
    })
    void charge_followsTheSettingAndWithoutOneTheCapacity(String charge, String capacity, String expected)
            throws Exception {
        kernelTells();
        Charging charging = charging(Host.UNKNOWN, "charge", charge, "volume.capacity", capacity);
        assertThat(charging.charge()).hasToString(expected);
        ReadCharge reads = charging.ofThread(7);
        assertThat(reads.of(PACKET) + reads.of(LAST_PACKET))
                .isEqualTo(expected.equals("device") ? READ : PACKET + LAST_PACKET);
    }

    @Test
    void kernelThatDoesNotTell_meansAsTransferred() throws Exception {
        Charging charging = charging(Host.UNKNOWN, "charge", "device");
        assertThat(charging.charge()).isEqualTo(Charge.TRANSFERRED);
        assertThat(charging.ofThread(7).of(65_536)).isEqualTo(65_536);
    }

    @Test
    void hostThatReadsAheadOnOtherThreads_meansAsTransferred() throws Exception {
        kernelTells();
        assertThat(charging(new ReadingAhead()).charge()).isEqualTo(Charge.TRANSFERRED);
    }

    @Test
    void memory_costsWhatIsSet() throws Exception {
        kernelTells();
        ReadCharge charge = charging(Host.UNKNOWN, "charge.cached", "0.5").ofThread(7);
        assertThat(charge.of(3 * READ)).isEqualTo(2 * READ);
    }

    /** A host with readahead of its own. */
    private static final class ReadingAhead implements Host {
        @Override
        public boolean readsAhead() {
            return true;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }
    }

    private void kernelTells() throws Exception {
        Path task = Files.createDirectories(proc.resolve("self/task/7"));
        Files.writeString(task.resolve("io"), "syscw: 0\nread_bytes: " + READ + "\nwrite_bytes: 0\n");
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("9/task/7"));
    }

    private Charging charging(Host host, String... keysAndValues) throws Exception {
        Map<String, String> written = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            written.put("hdfs.throttle." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return Charging.of(
                AgentSettings.parse(written), host, proc, FakeProcess.mayOpen(proc, 20_000), new HandSetTicker());
    }
}
