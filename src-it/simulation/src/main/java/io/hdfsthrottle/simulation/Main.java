package io.hdfsthrottle.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Runs the simulation chosen on the command line, for developers who change the scheduling law. */
public final class Main {
    private static final String USAGE = """
        usage: simulate [options]

        Prints the figures of every scenario on every disk that is chosen; those that miss their bars are bold.

          --disk TEXT      disks whose name contains it, case aside (default all)
          --scenario TEXT  scenarios whose name contains it (default all)
          --seeds N        so many seeds (default 3)
          --list           names, and nothing else
          --help           show this
        """;

    private Main() {}

    /** Exits with 2 if the arguments are invalid. */
    public static void main(String[] arguments) {
        try {
            System.out.print(output(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println("simulate: " + e.getMessage() + "; see --help");
            System.exit(2);
        }
    }

    private static String output(String[] arguments) {
        Map<String, String> options =
                new HashMap<>(Map.of("--disk", "", "--scenario", "", "--seeds", "" + Report.SEEDS));
        for (int i = 0; i < arguments.length; i += 2) {
            String option = arguments[i];
            if (option.equals("--help")) {
                return USAGE;
            }
            if (option.equals("--list")) {
                StringBuilder names = new StringBuilder();
                Device.all().forEach(each -> names.append("disk      " + each.name() + "\n"));
                Scenario.all().forEach(each -> names.append("scenario  " + each.name() + "\n"));
                return names.toString();
            }
            if (i + 1 == arguments.length || options.replace(option, arguments[i + 1]) == null) {
                throw new IllegalArgumentException("unknown option, or one without a value: '" + option + "'");
            }
        }
        String seeds = options.get("--seeds");
        if (!seeds.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("--seeds is 1 to 9999, for example 5, not '" + seeds + "'");
        }
        return Figure.table(Report.of(
                chosen(Device.all(), Device::name, options.get("--disk")),
                chosen(Scenario.all(), Scenario::name, options.get("--scenario")),
                Integer.parseInt(seeds)));
    }

    private static <T> List<T> chosen(List<T> all, Function<T, String> name, String part) {
        String lower = part.toLowerCase(Locale.ROOT);
        List<T> chosen = all.stream()
                .filter(one -> name.apply(one).toLowerCase(Locale.ROOT).contains(lower))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("nothing is named '" + part + "'; --list prints all names");
        }
        return chosen;
    }
}
