package io.hdfsthrottle.cli.disk;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measures what the disk below a folder gives: writes a file there, uses it in every way several times, deletes it.
 *
 * <p>Closing it from another thread ends what is under way and deletes the file: for a process that is told to stop.
 */
public final class Calibration implements AutoCloseable {

    /** The file that is written. A fixed name, so that a leftover of a killed process is found and not multiplied. */
    public static final String FILE = ".hdfs-throttle-calibrate";

    private static final Path SYS = Path.of("/sys");

    private final Plan plan;
    private final DirectIo direct;
    private final Prober prober;
    private final Path sys;
    private volatile Path written;
    private volatile boolean closed;

    /** Told how far it is. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Something is about to be done.
         *
         * @param steps how many steps are done
         * @param what what comes next
         */
        void at(int steps, String what);
    }

    private Calibration(Plan plan, DirectIo direct, Prober prober, Path sys) {
        this.plan = plan;
        this.direct = direct;
        this.prober = prober;
        this.sys = sys;
    }

    /** With fio where the plan permits and it is there, else with this JVM's own direct I/O. */
    public static Calibration of(Plan plan) throws InterruptedException {
        DirectIo direct = new DirectIo(Ticker.system());
        Optional<Fio> fio = plan.fio() ? Fio.find() : Optional.empty();
        return with(plan, fio.isPresent() ? fio.get() : direct, SYS);
    }

    static Calibration with(Plan plan, Prober prober, Path sys) {
        return new Calibration(plan, new DirectIo(Ticker.system()), prober, sys);
    }

    /** How many steps a folder takes. */
    public int steps() {
        return 1 + plan.repeats() * Access.values().length;
    }

    /** Looks whether a folder can be measured; writes nothing. */
    public void check(Path folder) throws Refused, IOException {
        Places.check(folder, plan.size());
    }

    /**
     * Measures below one folder.
     *
     * @throws Refused if it cannot be measured there
     * @throws IOException if it went wrong on the way; nothing is left behind
     */
    public Finding measure(Path folder, Progress progress) throws Refused, IOException, InterruptedException {
        Places.check(folder, plan.size());
        Path file = folder.resolve(FILE);
        written = file;
        try {
            progress.at(0, "writing a file of " + (plan.size() >> 20) + " MiB");
            direct.lay(file, plan.size());
            return used(folder, file, progress);
        } finally {
            Files.deleteIfExists(file);
            written = null;
        }
    }

    private Finding used(Path folder, Path file, Progress progress) throws IOException, InterruptedException {
        Optional<Device> device = Device.below(folder, sys);
        boolean isDirect = prober.isDirect(file);
        Map<Access, Repeats> repeats = new EnumMap<>(Access.class);
        int steps = 1;
        for (int i = 0; i < plan.repeats(); i++) {
            for (Access access : Access.values()) {
                progress.at(steps++, access.label());
                if (closed) {
                    throw new InterruptedException("stopped while measuring " + folder);
                }
                OptionalLong before = moved(device);
                Run run = prober.run(access, file, plan.size(), plan.length());
                repeats.computeIfAbsent(access, each -> new Repeats()).add(run, before, moved(device));
            }
        }
        List<Measured> measured = new ArrayList<>();
        repeats.forEach((access, all) -> measured.add(all.measured(access)));
        return new Finding(
                folder,
                Files.getFileStore(folder).type(),
                device,
                prober.name(),
                List.copyOf(measured),
                Verdict.of(measured, device.isPresent(), isDirect));
    }

    private static OptionalLong moved(Optional<Device> device) {
        return device.map(Device::moved).orElse(OptionalLong.empty());
    }

    @Override
    public void close() {
        closed = true;
        direct.close();
        prober.close();
        Path left = written;
        if (left != null) {
            try {
                Files.deleteIfExists(left);
            } catch (IOException stays) {
                throw new IllegalStateException(left + " could not be deleted; delete it", stays);
            }
        }
    }

    /** The repeats of one measurement so far, beside what the device says it did meanwhile. */
    private static final class Repeats {
        private final List<Double> bytesPerSecond = new ArrayList<>();
        private long ours;
        private long devices;
        private boolean known = true;

        /** One more; before and after are what the device had moved since boot. */
        void add(Run run, OptionalLong before, OptionalLong after) {
            bytesPerSecond.add(run.bytesPerSecond());
            ours += run.bytes();
            known &= before.isPresent() && after.isPresent();
            devices += known ? after.getAsLong() - before.getAsLong() : 0;
        }

        Measured measured(Access access) {
            double seen = !known ? Double.NaN : ours == 0 ? 1 : Math.min(1, (double) devices / ours);
            double foreign = !known || devices == 0 ? 0 : Math.max(0, devices - ours) / (double) devices;
            return new Measured(access, bytesPerSecond, seen, foreign);
        }
    }
}
