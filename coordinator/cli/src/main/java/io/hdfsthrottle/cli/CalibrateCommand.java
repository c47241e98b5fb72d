package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.disk.Calibration;
import io.hdfsthrottle.cli.disk.Finding;
import io.hdfsthrottle.cli.disk.Plan;
import io.hdfsthrottle.cli.disk.Refused;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.unit.Sizes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code calibrate}: measures what disks give and how sure that is. Needs no coordinator. */
@Command(
        name = "calibrate",
        description = {
            "Measure what the disk below each folder gives, and say how sure that is.",
            "Shares need none of it: hdfs.throttle.volume.capacity=auto is the default."
        },
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
    private static final int REPEATS = 3;
    private static final int LONGEST = 600;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Folders, one on each disk. A file is written there and deleted.")
    private List<Path> folders;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How long each of the twelve measurements takes (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "1g",
            converter = Size.class,
            description = "Of the file, with m or g: larger than the device's own cache (default: ${DEFAULT-VALUE}).")
    private long size;

    @Option(names = "--no-fio", description = "Measure with Java's direct I/O though fio is there.")
    private boolean noFio;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1 || seconds > LONGEST) {
            throw new ParameterException(
                    command.commandLine(),
                    "--seconds " + seconds + " is refused; a good value is 5, the most " + LONGEST);
        }
        Calibration calibration = Calibration.of(new Plan(size, Duration.ofSeconds(seconds), REPEATS, !noFio));
        // Runs on Ctrl-C and SIGTERM: the file must be deleted.
        Runtime.getRuntime().addShutdownHook(new Thread(calibration::close, "hdfs-throttle-stop"));
        List<Finding> findings = new ArrayList<>();
        try (CalibrationBar bar = CalibrationBar.on(
                command.commandLine().getErr(), folders.size() * calibration.steps(), Duration.ofSeconds(seconds))) {
            for (Path folder : folders) {
                calibration.check(folder);
            }
            for (Path folder : folders) {
                int done = findings.size() * calibration.steps();
                findings.add(calibration.measure(folder, (steps, what) -> bar.at(done + steps, folder + ": " + what)));
            }
        } catch (Refused refused) {
            throw new Failure(refused.getMessage(), refused);
        }
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(CalibrationAnswer.json(findings));
        } else {
            CalibrationAnswer.print(findings, out);
        }
        out.flush();
        return 0;
    }

    /** {@code 512m} or {@code 1g}, in whole requests. */
    static final class Size implements ITypeConverter<Long> {
        private static final long LEAST = 16L << 20;
        private static final long MOST = 1L << 40;
        private static final long REQUEST = 4L << 20;

        @Override
        public Long convert(String written) {
            try {
                long bytes = Sizes.parse(written);
                if (bytes >= LEAST && bytes <= MOST) {
                    return bytes / REQUEST * REQUEST;
                }
            } catch (IllegalArgumentException malformed) {
                // refused below, like a size out of bounds
            }
            throw new TypeConversionException(
                    "'" + written + "' is refused; a good value is 1g, the least 16m, the most 1024g");
        }
    }
}
