package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.localio.ExecutorThreadName;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The I/O account of a disk, on files that imitate the kernel's. */
final class LocalIoTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Volume VOLUME = Volume.of("DS-1", Path.of("/data"));
    private static final long MIB = 1 << 20;

    @TempDir
    private Path proc;

    private final HandSetTicker ticker = new HandSetTicker();
    private final Map<String, Long> charged = new TreeMap<>();
    private String owner;
    private long diskBytes;
    private long hdfsBytes;

    @BeforeEach
    void boot() throws IOException {
        owner = Files.getOwner(proc).getName();
        write("sys/kernel/random/boot_id", ExecutorOwnershipTest.MACHINE + "\n");
        disk(0);
    }

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Adds this many bytes to the disk's counter. */
    private void disk(long more) throws IOException {
        diskBytes += more;
        write("diskstats", "8 0 sda 1 0 " + diskBytes / 512 + " 0 0 0 0 0 0 0 0\n");
    }

    private void process(long pid, String plate, long written) throws IOException {
        write(pid + "/stat", pid + " (java) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 30 0 1000 0\n");
        write(pid + "/task/" + pid + "/comm", plate + "\n");
        write(pid + "/io", "read_bytes: 0\nwrite_bytes: " + written + "\ncancelled_write_bytes: 0\n");
    }

    private static LocalExecutor executor(String application, Tenant tenant, long pid) {
        return LocalExecutor.of(
                application,
                "alice",
                tenant,
                ExecutorClaim.of(
                        "1", ExecutorOwnershipTest.MACHINE, pid, 1_000, List.of(DeviceBytes.of("8:0", 1, 0, 0))));
    }

    private LocalIo localIo(ExecutorMode mode) {
        LocalIo.Shares shares = new LocalIo.Shares() {
            @Override
            public double weight(String volume, Tenant tenant) {
                return 1;
            }

            @Override
            public void charge(String volume, Tenant tenant, String application, long bytes) {
                charged.merge(volume + " " + tenant + " " + application, bytes, Long::sum);
            }
        };
        return new LocalIo(
                mode,
                new Ownership(1, Set.of(owner)),
                Optional.empty(),
                ControlFiles.ofKernel(),
                proc,
                volume -> Optional.of("8:0"),
                shares,
                ticker);
    }

    private void poll(LocalIo io) {
        ticker.advance(Duration.ofSeconds(1));
        TenantActivity hdfs = TenantActivity.of(Terms.ofWeight(GOLD, 1), new Entitlement(Rate.ZERO, Rate.ZERO))
                .moved(hdfsBytes, hdfsBytes)
                .build();
        io.poll(List.of(VOLUME), List.of(VolumeActivity.of("DS-1", DiskState.UNKNOWN, List.of(hdfs))));
    }

    @Test
    void disk_isAccountedFor_hdfsExecutorsAndWhatNobodyClaims() throws IOException {
        LocalIo io = localIo(ExecutorMode.CHARGE);
        process(41, ExecutorThreadName.of("app-1", "1"), 0);
        io.claims(List.of(executor("app-1", GOLD, 41)));
        poll(io);
        for (int second = 1; second <= 60; second++) {
            disk(100 * MIB);
            hdfsBytes += 50 * MIB;
            process(41, ExecutorThreadName.of("app-1", "1"), 30 * MIB * second);
            poll(io);
        }
        DiskUse use = io.state().use("DS-1").orElseThrow();
        assertThat(use.total().bytesPerSecond()).isCloseTo(100 * MIB, within(MIB));
        assertThat(use.hdfs().bytesPerSecond()).isCloseTo(50 * MIB, within(MIB));
        assertThat(use.executors().bytesPerSecond()).isCloseTo(30 * MIB, within(MIB));
        assertThat(use.unclaimed().bytesPerSecond()).isCloseTo(20 * MIB, within(MIB));
        assertThat(charged).containsExactly(Map.entry("DS-1 gold app-1", 60 * 30 * MIB));
        assertThat(io.state().machine()).contains(ExecutorOwnershipTest.MACHINE);
        assertThat(io.state().executors()).singleElement().satisfies(one -> {
            assertThat(one.state()).isEqualTo(ExecutorStanding.State.CHARGED);
            assertThat(one.rate().bytesPerSecond()).isCloseTo(30 * MIB, within(MIB));
        });
    }

    @Test
    void executors_areNeverChargedMoreThanTheDiskDidBesideHdfs() throws IOException {
        LocalIo io = localIo(ExecutorMode.CHARGE);
        process(41, ExecutorThreadName.of("app-1", "1"), 0);
        process(42, ExecutorThreadName.of("app-2", "1"), 0);
        io.claims(List.of(executor("app-1", GOLD, 41), executor("app-2", BRONZE, 42)));
        poll(io);
        disk(40 * MIB);
        hdfsBytes += 10 * MIB;
        process(41, ExecutorThreadName.of("app-1", "1"), 100 * MIB);
        process(42, ExecutorThreadName.of("app-2", "1"), 200 * MIB);
        poll(io);
        assertThat(charged).containsEntry("DS-1 gold app-1", 10 * MIB).containsEntry("DS-1 bronze app-2", 20 * MIB);
        disk(1_000 * MIB);
        poll(io);
        assertThat(charged)
                .as("what reaches the disk later is charged later")
                .containsEntry("DS-1 gold app-1", 100 * MIB)
                .containsEntry("DS-1 bronze app-2", 200 * MIB);
    }

    @Test
    void processThatDoesNotSayThatItIsTheExecutor_isNobodys() throws IOException {
        LocalIo io = localIo(ExecutorMode.CHARGE);
        process(41, "kworker", 0);
        io.claims(List.of(executor("app-1", GOLD, 41), executor("app-2", GOLD, 43)));
        poll(io);
        disk(40 * MIB);
        process(41, "kworker", 40 * MIB);
        poll(io);
        assertThat(charged).isEmpty();
        assertThat(io.state().executors())
                .extracting(ExecutorStanding::state)
                .containsOnly(ExecutorStanding.State.REFUSED)
                .hasSize(2);
        assertThat(io.state().use("DS-1").orElseThrow().executors()).isEqualTo(Rate.ZERO);
    }

    @Test
    void counting_chargesNobody_andSaysSo() throws IOException {
        LocalIo io = localIo(ExecutorMode.COUNT);
        process(41, ExecutorThreadName.of("app-1", "1"), 0);
        io.claims(List.of(executor("app-1", GOLD, 41)));
        poll(io);
        disk(40 * MIB);
        process(41, ExecutorThreadName.of("app-1", "1"), 40 * MIB);
        poll(io);
        assertThat(charged).isEmpty();
        assertThat(io.state().coveredBy()).isEmpty();
        assertThat(io.state().reason()).contains("hdfs.throttle.executors=charge");
        assertThat(io.state().executors())
                .extracting(ExecutorStanding::state)
                .containsExactly(ExecutorStanding.State.COUNTED);
    }

    @Test
    void switchedOff_looksAtNothing() {
        LocalIo io = localIo(ExecutorMode.OFF);
        poll(io);
        assertThat(io.state().machine()).isEmpty();
        assertThat(io.state().use("DS-1")).isEmpty();
    }
}
