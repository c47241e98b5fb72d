package io.hdfsthrottle.simulation;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs what is chosen on the command line, for whoever changes the law; see the module's {@code simulate --help}. */
public final class Main {

    private static final String USAGE = """
            usage: simulate [options]

            Prints, for every scenario on every disk that is chosen, error / total in per cent for each seed and the worst of them.

              --disk TEXT      disks whose name contains it, case aside (default all)
              --scenario TEXT  scenarios whose name contains it (default all)
              --policy TEXT    policies whose name contains it (default auto; 'all' for all)
              --seeds N        so many seeds (default 3)
              --list           names, and nothing else
              --report         the whole report instead, as it is checked in
              --help           show this
            """;

    private String disk = "";
    private String scenario = "";
    private String policy = Policy.AUTO.words();
    private int seeds = 3;

    private Main() {}

    /** Exits with 2 if the arguments make no sense. */
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
                case "--policy" -> policy = value(arguments, ++i);
                case "--seeds" -> seeds = number(value(arguments, ++i));
                case "--list" -> {
                    list();
                    return;
                }
                case "--report" -> {
                    Report report = Report.whole();
                    System.out.print(report.text());
                    System.err.println(report.speed());
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

    private static void list() {
        DiskModel.all().forEach(model -> System.out.println("disk      " + model.name()));
        Scenario.all().forEach(one -> System.out.println("scenario  " + one.name()));
        Arrays.stream(Policy.values()).forEach(one -> System.out.println("policy    " + one.words()));
    }

    private void print() {
        List<DiskModel> disks = DiskModel.all().stream()
                .filter(model -> contains(model.name(), disk))
                .toList();
        List<Scenario> scenarios = Scenario.all().stream()
                .filter(one -> contains(one.name(), scenario))
                .toList();
        Set<Policy> policies = Arrays.stream(Policy.values())
                .filter(one -> policy.equals("all") || contains(one.words(), policy))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Policy.class)));
        if (disks.isEmpty() || scenarios.isEmpty() || policies.isEmpty()) {
            throw new IllegalArgumentException("no such disk, scenario or policy; --list prints their names");
        }
        Report report = Report.of(disks, scenarios, policies, seeds);
        report.rows().forEach(row -> policies.forEach(one -> System.out.println(line(row, one))));
        System.err.println(report.speed());
    }

    private static boolean contains(String name, String part) {
        return name.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private static String line(Report.Row row, Policy policy) {
        String figures = row.bySeed().stream()
                .map(cells -> Wording.figures(cells.get(policy)))
                .collect(Collectors.joining("  "));
        return String.format(
                Locale.ROOT,
                "%-24s %-17s worst %-14s %s | %s",
                row.disk().disk().name(),
                policy.words(),
                Wording.figures(row.of(policy)),
                row.scenario().name(),
                figures);
    }
}
