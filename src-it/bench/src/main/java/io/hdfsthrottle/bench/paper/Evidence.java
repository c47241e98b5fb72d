package io.hdfsthrottle.bench.paper;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page that says of every row of the papers what the runs in a folder show. Not thread-safe. */
public final class Evidence {

    /** So much worse than plain HDFS a figure may be, whatever the paper allows. */
    private static final double HARM = 1.05;

    private static final String VALID = "valid run: ";

    private static final String HEAD = """
            # What the four papers show, measured here
            Made by `bin/bench papers` from the JSON files beside this page; `bin/bench papers --report` makes it again. A
            is the paper on Spark's I/O under Mesos (2016), B on disks as a platform's resources (Journal of Grid Computing,
            2018), C on storage nodes (VNode Sync), D "MINERVA: Proactive Disk Scheduling for QoS in Multi-Tier,
            Multi-Tenant Cloud Environments" (Malensek, Pallickara and Pallickara). Figures are medians and, behind the
            slash, the worst of all repeats; *once* means one repeat, whose noise is not known. A figure holds if the run
            is valid, all bars of its measurement hold (in the worst repeat, unless the bar names the median), and the
            figure is at most 5 % worse than plain HDFS: bars are the project's own, and *yes* does not say that the
            paper's figure is reached. Disks and neighbours are not the paper's: compare uncontrolled and plain HDFS first.
            *By test*: `bin/test` with the class of that name, in the source, shows it. *Ruled out*: why it cannot be had.
            How each is measured: [bench.md](../bench.md); its options are [below](#runs).

            """;

    private final Path folder;
    private final Map<Run, Optional<Map<String, Object>>> read = new EnumMap<>(Run.class);
    private final List<String> machines = new ArrayList<>();

    public Evidence(Path folder) {
        this.folder = folder;
    }

    /** How a proof stands. */
    private enum State {
        HELD("yes"),
        TESTED("by test"),
        RULED_OUT("ruled out"),
        NOT_RUN("*not run*"),
        FAILED("**no**");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    private record Verdict(State state, String why) {}

    /** Median and worst of so many repeats; 0 where one figure stands for all of them. */
    private record Value(double median, double worst, int repeats) {
        boolean isOfOneRun() {
            return repeats == 1;
        }

        @Override
        public String toString() {
            return switch (repeats) {
                case 0 -> number(median);
                case 1 -> number(median) + " once";
                default -> number(median) + " / " + number(worst);
            };
        }
    }

    /** Whether figures of a paper are drawn from what that run found, so that it needs no picture of its own. */
    public static boolean draws(Run run) {
        return PaperFigures.ALL.stream().anyMatch(figure -> figure.run() == run);
    }

    /** Writes page and figures into the folder; an IOException if a file there cannot be read or written. */
    public void write() throws IOException {
        Files.writeString(folder.resolve("README.md"), page());
        for (PaperFigure figure : PaperFigures.ALL) {
            figure.draw(told(figure.run()), folder);
        }
    }

    /** The page, in Markdown. */
    public String page() throws IOException {
        StringBuilder lines = new StringBuilder();
        Map<State, Integer> rows = new EnumMap<>(State.class);
        Map<State, Integer> figures = new EnumMap<>(State.class);
        int open = 0;
        int once = 0;
        for (Row row : Row.ALL) {
            Set<State> states = EnumSet.noneOf(State.class);
            for (Proof proof : row.proofs()) {
                Verdict verdict = verdict(proof);
                states.add(verdict.state());
                figures.merge(verdict.state(), 1, Integer::sum);
                once += value(proof, proof.ours()).filter(Value::isOfOneRun).isPresent() ? 1 : 0;
                lines.append(line(row, proof, verdict));
            }
            rows.merge(Collections.max(states), 1, Integer::sum);
            open += states.contains(State.NOT_RUN) ? 1 : 0;
        }
        int held = figures.getOrDefault(State.HELD, 0);
        int run = held + figures.getOrDefault(State.FAILED, 0);
        StringBuilder page = new StringBuilder(HEAD)
                .append(
                        "Of %d rows %d hold, %d by tests alone, and %d more but for a part that is ruled out; %d do not, %d"
                                .formatted(
                                        Row.ALL.size(),
                                        rows.getOrDefault(State.HELD, 0) + rows.getOrDefault(State.TESTED, 0),
                                        testedAlone(),
                                        rows.getOrDefault(State.RULED_OUT, 0),
                                        rows.getOrDefault(State.FAILED, 0),
                                        open))
                .append(" were not run as a whole. %d of %d figures hold, %d of all are of one run.\n\n"
                        .formatted(held, run, once));
        page.append("| row | claim | measured | paper | plain HDFS | hdfs-throttle | holds | why not | from |\n")
                .append("|---|---|---|---|---|---|---|---|---|\n")
                .append(lines)
                .append(figures())
                .append("\n## Runs\n\n| files | command | minutes |\n|---|---|---|\n");
        for (Run each : Run.values()) {
            page.append("| `%s` | `bin/bench %s` | %d |\n".formatted(each.fileName(), each.command(), each.minutes()));
        }
        for (int i = 0; i < machines.size(); i++) {
            page.append(i == 0 ? "\n" : "").append("Machine %s: %s.\n".formatted(letter(i), machines.get(i)));
        }
        return page.toString();
    }

    private String figures() throws IOException {
        StringBuilder figures = new StringBuilder(PaperFigures.ABOUT);
        for (PaperFigure figure : PaperFigures.ALL) {
            figures.append(told(figure.run()).map(figure::section).orElse(""));
        }
        Optional<Told> tables = told(PaperTable.RUN);
        if (tables.isPresent()) {
            figures.append(PaperTable.ABOUT);
            PaperTable.ALL.forEach(table -> figures.append(table.section(tables.get())));
        }
        return figures.toString();
    }

    private static long testedAlone() {
        return Row.ALL.stream()
                .filter(row -> row.proofs().stream().allMatch(proof -> proof.kind() == Proof.Kind.TEST))
                .count();
    }

    /** The names of the rows among these of which a figure does not hold. */
    public Set<String> failed(List<Row> rows) throws IOException {
        Set<String> failed = new TreeSet<>();
        for (Row row : rows) {
            for (Proof proof : row.proofs()) {
                if (verdict(proof).state() == State.FAILED) {
                    failed.add(row.name());
                }
            }
        }
        return failed;
    }

    private String line(Row row, Proof proof, Verdict verdict) throws IOException {
        boolean first = proof.equals(row.proofs().get(0));
        String measured = proof.kind() == Proof.Kind.TEST ? "`" + proof.shows() + "`" : proof.shows();
        String from = "";
        if (proof.run().isPresent() && json(proof.run().get()).isPresent()) {
            String file = proof.run().get().fileName();
            Map<?, ?> host = (Map<?, ?>) json(proof.run().get()).get().get("host");
            String day = host.get("time").toString().replaceFirst("T.*", "");
            from = "[JSON](%s.json)%s, %s of %s, %s"
                    .formatted(file, pictures(row, proof.run().get()), host.get("commit"), day, machine(host));
        }
        return "| "
                + String.join(
                        " | ",
                        row.name(),
                        first ? row.claim() : "",
                        measured,
                        verdict.state() == State.RULED_OUT ? "" : proof.paper(),
                        text(proof, proof.plain()),
                        text(proof, proof.ours()),
                        verdict.state().text,
                        verdict.why(),
                        from)
                + " |\n";
    }

    /** Links to the figures of the row, or to the picture that the run made. */
    private String pictures(Row row, Run run) throws IOException {
        if (draws(run)) {
            Told told = told(run).orElseThrow();
            return PaperFigures.ALL.stream()
                    .filter(figure -> figure.run() == run && figure.row().equals(row.name()))
                    .filter(figure -> !figure.drawn(told).isEmpty())
                    .map(figure -> ", [figure %d](%s)".formatted(figure.number(), figure.fileName()))
                    .collect(Collectors.joining());
        }
        String tables = run == PaperTable.RUN ? ", [tables](#figures-and-tables-of-the-papers)" : "";
        String file = run.fileName() + ".png";
        return tables + (Files.exists(folder.resolve(file)) ? ", [picture](" + file + ")" : "");
    }

    private String machine(Map<?, ?> host) {
        String machine = "%s processors, %d GiB, %s, Java %s"
                .formatted(
                        host.get("processors"),
                        Math.round(((Number) host.get("memoryMiB")).doubleValue() / 1024),
                        host.get("kernel"),
                        host.get("java"));
        if (!machines.contains(machine)) {
            machines.add(machine);
        }
        return letter(machines.indexOf(machine));
    }

    private static String letter(int number) {
        return Character.toString('A' + number);
    }

    private Verdict verdict(Proof proof) throws IOException {
        if (proof.run().isEmpty()) {
            return proof.kind() == Proof.Kind.TEST
                    ? new Verdict(State.TESTED, "")
                    : new Verdict(State.RULED_OUT, proof.paper());
        }
        Optional<Map<String, Object>> json = json(proof.run().get());
        if (json.isEmpty()) {
            return new Verdict(State.NOT_RUN, "");
        }
        List<Map<?, ?>> bars = bars(json.get(), proof);
        if (bars.stream().noneMatch(bar -> bar.get("name").toString().contains(proof.bars()))) {
            return new Verdict(State.FAILED, "no bar decides");
        }
        Optional<Map<?, ?>> missed = bars.stream()
                .filter(bar -> !Boolean.TRUE.equals(bar.get("holds")))
                // What an invalid run shows is nothing.
                .min((one, other) -> Boolean.compare(!isOfValidity(one), !isOfValidity(other)));
        if (missed.isPresent()) {
            Map<?, ?> bar = missed.get();
            String value = bar.get("value") instanceof Number number ? number(number.doubleValue()) : "none";
            String why = "%s: %s, not %s %s".formatted(bar.get("name"), value, bar.get("op"), bar.get("limit"));
            return new Verdict(State.FAILED, why.replaceFirst("^" + VALID, "not valid: "));
        }
        Optional<Value> ours = value(proof, proof.ours());
        if (ours.isEmpty()) {
            return new Verdict(State.FAILED, "no figure");
        }
        Optional<Value> plain = value(proof, proof.plain());
        if (plain.isPresent()) {
            double times = proof.lessIsBetter()
                    ? ours.get().median() / plain.get().median()
                    : plain.get().median() / ours.get().median();
            if (!(times <= HARM) && ours.get().median() != plain.get().median()) {
                return new Verdict(State.FAILED, number((times - 1) * 100) + " % worse than plain HDFS");
            }
        }
        return new Verdict(State.HELD, "");
    }

    private static boolean isOfValidity(Map<?, ?> bar) {
        return bar.get("name").toString().startsWith(VALID);
    }

    private static List<Map<?, ?>> bars(Map<String, Object> json) {
        return ((List<?>) json.get("bars"))
                .stream().<Map<?, ?>>map(bar -> (Map<?, ?>) bar).toList();
    }

    /**
     * The bars that decide: those of its part, and what makes the whole run valid. What is valid for some parts is named
     * before a colon.
     */
    private static List<Map<?, ?>> bars(Map<String, Object> json, Proof proof) {
        List<String> parts = Row.ALL.stream()
                .flatMap(row -> row.proofs().stream())
                .filter(other ->
                        other.run().equals(proof.run()) && !other.bars().isEmpty())
                .map(Proof::bars)
                .toList();
        return bars(json).stream()
                .filter(bar -> {
                    String name = bar.get("name").toString();
                    if (name.contains(proof.bars())) {
                        return true;
                    }
                    String some = name.replaceFirst("^" + VALID, "").replaceFirst(":.*", "");
                    boolean ofSome = parts.stream().anyMatch(part -> name.contains(part) || part.contains(some));
                    return isOfValidity(bar) && (!ofSome || proof.bars().contains(some));
                })
                .toList();
    }

    private String text(Proof proof, String path) throws IOException {
        return value(proof, path).map(Value::toString).orElse("");
    }

    /** The figure of that path, or the value of the bar of that name; none if there is none, or it is not finite. */
    private Optional<Value> value(Proof proof, String path) throws IOException {
        Optional<Map<String, Object>> json =
                proof.run().isEmpty() ? Optional.empty() : json(proof.run().get());
        if (path.isEmpty() || json.isEmpty()) {
            return Optional.empty();
        }
        Object at = new Told(json.get()).at(path);
        if (at == null) {
            at = bars(json.get()).stream()
                    .filter(bar -> path.equals(bar.get("name")))
                    .map(bar -> (Object) bar.get("value"))
                    .findFirst()
                    .orElse(null);
        }
        if (at instanceof Number number) {
            return Optional.of(new Value(number.doubleValue(), number.doubleValue(), 0));
        }
        if (at instanceof Map<?, ?> summary && summary.get("median") instanceof Number median) {
            String extreme = summary.containsKey("worst") ? "worst" : proof.lessIsBetter() ? "most" : "least";
            double worst = summary.get(extreme) instanceof Number number ? number.doubleValue() : Double.NaN;
            int repeats = summary.get("repeats") instanceof List<?> all ? all.size() : 1;
            return Optional.of(new Value(median.doubleValue(), worst, repeats));
        }
        return Optional.empty();
    }

    private Optional<Told> told(Run run) throws IOException {
        return json(run).map(Told::new);
    }

    private Optional<Map<String, Object>> json(Run run) throws IOException {
        if (!read.containsKey(run)) {
            Path file = folder.resolve(run.fileName() + ".json");
            read.put(
                    run, Files.exists(file) ? Optional.of(JSON.std.mapFrom(Files.readString(file))) : Optional.empty());
        }
        return read.get(run);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
        return Double.isNaN(value) ? "none" : String.format(Locale.ROOT, format, value);
    }
}
