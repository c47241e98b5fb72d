package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.explain.ExplainCommand;
import io.hdfsthrottle.cli.feature.FeatureCommand;
import io.hdfsthrottle.cli.offer.OffersCommand;
import io.hdfsthrottle.cli.policy.PolicyCommand;
import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Durations;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The one command, with everything below it. Exit codes: 0 done, 1 refused or failed, 2 wrongly asked. */
@Command(
        name = "hdfs-throttle",
        description = "Priority-proportional shares of every HDFS disk.",
        mixinStandardHelpOptions = true,
        versionProvider = HdfsThrottle.Version.class,
        subcommands = {
            StatusCommand.class,
            TenantsCommand.class,
            RulesCommand.class,
            PolicyCommand.class,
            ApplicationsCommand.class,
            ExplainCommand.class,
            NodesCommand.class,
            RevocationsCommand.class,
            OffersCommand.class,
            EventsCommand.class,
            EpochCommand.class,
            CalibrateCommand.class,
            DoctorCommand.class
        })
public final class HdfsThrottle {
    private static final int WRONGLY_ASKED = 2;
    private static final int FAILED = 1;

    /** What Java makes of a byte of an argument that means nothing in the locale's character set. */
    private static final char NOT_READ = '\uFFFD';

    private static final String LIST = "list";
    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    HdfsThrottle() {}

    /** Runs one command and exits. */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(commands(), out, err, arguments));
    }

    /** The operator's commands; a caller may add its own. */
    public static CommandLine commands() {
        CommandLine commands = new CommandLine(new HdfsThrottle());
        ServiceLoader.load(FeatureCommand.class, HdfsThrottle.class.getClassLoader())
                .forEach(commands::addSubcommand);
        return commands;
    }

    /**
     * Runs one command.
     *
     * @param commands from {@link #commands()}
     * @param out where the answer goes
     * @param err where a failure is told, in one line
     * @return the exit code: 0 done, 1 refused or failed, 2 wrongly asked
     */
    public static int run(CommandLine commands, PrintWriter out, PrintWriter err, String... arguments) {
        for (String argument : arguments) {
            if (argument.indexOf(NOT_READ) >= 0) {
                err.println("hdfs-throttle: '" + PlainText.of(argument) + "' could not be read in this locale;"
                        + " set LC_ALL to one in UTF-8 that `locale -a` lists, such as C.UTF-8");
                return WRONGLY_ASKED;
            }
        }
        commands.registerConverter(Duration.class, HdfsThrottle::time);
        for (Class<?> whole : List.of(int.class, Integer.class, long.class, Long.class)) {
            register(commands, whole);
        }
        commands.setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((wrong, given) -> {
                    err.println("hdfs-throttle: " + PlainText.of(wrong.getMessage() + wanted(wrong))
                            + "; see hdfs-throttle --help");
                    return WRONGLY_ASKED;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                    }
                    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
                    err.println("hdfs-throttle: " + PlainText.of(message));
                    return failure instanceof Failure told && told.wronglyAsked() ? WRONGLY_ASKED : FAILED;
                });
        return commands.execute(orList(commands, arguments));
    }

    private static Duration time(String written) {
        try {
            return Durations.parse(written);
        } catch (IllegalArgumentException malformed) {
            throw new TypeConversionException(
                    "'" + written + "' is no time; a good value is 8h, a number with s, m or h");
        }
    }

    private static <T> void register(CommandLine commands, Class<T> whole) {
        commands.registerConverter(whole, written -> {
            try {
                boolean isLong = whole == long.class || whole == Long.class;
                @SuppressWarnings("unchecked") // of the boxed type, for the primitive one, too
                T number = (T) (isLong ? (Object) Long.valueOf(written) : Integer.valueOf(written));
                return number;
            } catch (NumberFormatException none) {
                throw new TypeConversionException("'" + written + "' is no whole number, for example 8");
            }
        });
    }

    /** What the option is for, that a refusal says what to write instead. */
    private static String wanted(ParameterException wrong) {
        List<ArgSpec> asked = wrong instanceof MissingParameterException missing
                ? missing.getMissing()
                : Stream.ofNullable(wrong.getArgSpec()).toList();
        return asked.stream()
                .map(each -> "; " + each.paramLabel() + ": " + String.join(" ", each.description()))
                .collect(Collectors.joining());
    }

    /** Makes {@code list} the default subcommand: {@code tenants --json} is {@code tenants list --json}. */
    private static String[] orList(CommandLine commands, String... arguments) {
        CommandLine asked =
                arguments.length == 0 ? null : commands.getSubcommands().get(arguments[0]);
        boolean listable = asked != null && asked.getSubcommands().containsKey(LIST);
        boolean nothingElse = arguments.length == 1
                || (arguments.length > 1 && arguments[1].startsWith("-") && !HELP.contains(arguments[1]));
        if (!listable || !nothingElse) {
            return arguments;
        }
        List<String> listing = new ArrayList<>(List.of(arguments));
        listing.add(1, LIST);
        return listing.toArray(String[]::new);
    }

    /** The version in the JAR's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = HdfsThrottle.class.getPackage().getImplementationVersion();
            return new String[] {"hdfs-throttle " + (version == null ? "unpackaged" : version)};
        }
    }
}
