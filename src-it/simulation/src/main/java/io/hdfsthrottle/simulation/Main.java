package io.hdfsthrottle.simulation;

import java.util.List;
import java.util.Locale;

/**
 * Runs the simulation chosen on the command line, for developers who change the scheduling law; see
 * {@code simulate --help} of this module.
 */
public final class Main {

    private static final String USAGE = """
            usage: simulate [options]

            Prints the figures of every scenario on every disk that is chosen, and the bars that they miss.

              --disk TEXT      disks whose name contains it, case aside (default all)
              --scenario TEXT  scenarios whose name contains it (default all)
              --seeds N        so many seeds (default 3)
              --list           names, and nothing else
              --help           show this
            """;

    private String disk = "";
    private String scenario = "";
    private int seeds = Report.SEEDS;

    private Main() {}

    /** Exits with 2 if the arguments are invalid. */
    public static void main(String[] arguments) {
        try {
            new Main().run(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println("simulate: " + e.getMessage() + "; see --help");
            System.exit(2);
        }
    }

    private void run(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            switch (option) {
                case "--disk" -> disk = value(arguments, ++i);
                case "--scenario" -> scenario = value(arguments, ++i);
                case "--seeds" -> seeds = number(value(arguments, ++i));
                case "--list" -> {
                    Device.all().forEach(one -> System.out.println("disk      " + one.name()));
                    Scenario.all().forEach(one -> System.out.println("scenario  " + one.name()));
                    return;
                }
                case "--help" -> {
                    System.out.print(USAGE);
                    return;
                }
                default -> throw new IllegalArgumentException("unknown option '" + option + "'");
            }
        }
        print();
    }

    private void print() {
        List<Device> disks =
                Device.all().stream().filter(one -> contains(one.name(), disk)).toList();
        List<Scenario> scenarios = Scenario.all().stream()
                .filter(one -> contains(one.name(), scenario))
                .toList();
        if (disks.isEmpty() || scenarios.isEmpty()) {
            throw new IllegalArgumentException("no such disk or scenario; --list prints their names");
        }
        Report report = Report.of(disks, scenarios, seeds);
        System.out.print(report.text());
        report.misses().forEach(miss -> System.out.println("missed: " + miss));
    }

    private static String value(List<String> arguments, int at) {
        if (at >= arguments.size()) {
            throw new IllegalArgumentException(arguments.get(at - 1) + " needs a value");
        }
        return arguments.get(at);
    }

    private static int number(String text) {
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("--seeds is 1 to 9999, for example 5, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static boolean contains(String name, String part) {
        return name.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
