package io.hdfsthrottle.bench.paper;

import java.util.List;
import java.util.Locale;

/**
 * A table of paper A, what it states beside what was measured here.
 *
 * @param lines its rows: their names, those in the JSON, and what stands in the columns
 */
record PaperTable(String number, String shows, List<Column> columns, String lines) {

    static final Run RUN = Run.NEIGHBOURS;

    static final String ABOUT = """

            In the tables, each of the paper's columns has ours at its right. Disks and inputs are not the same, so only
            times alone compare. Here the delay is the mean time of a request at the disk, and control is the hook.
            """;

    static final List<PaperTable> ALL = List.of(
            new PaperTable("I", "WordCount and TeraSort beside each other", List.of(Column.values()), """
                    WordCount: Alone     | WordCount alone, hook off             | 44.76 - 5.19 40.5
                    WordCount: +TeraSort | WordCount beside each other, hook off | 22.18 - 13.08 71.3
                    TeraSort: Alone      | TeraSort alone, hook off              | 36.67 69.38 8.51 99.8
                    TeraSort: +WordCount | TeraSort beside each other, hook off  | 17.37 70.65 15.71 133.2
                    """),
            new PaperTable(
                    "III",
                    "WordCount beside readers and writers, uncontrolled as in table II",
                    List.of(Column.READ, Column.DELAY, Column.RUNTIME),
                    """
                    Baseline                             | WordCount alone, hook off              | 44.76 5.19 40.5
                    With IO-stress: +Fio-reader          | WordCount beside fio reader, hook off  | 16.76 20.64 90.8
                    With IO-stress: +Fio-writer          | WordCount beside fio writer, hook off  | 28.20 58.08 143.6
                    With IO-stress: +HDFS-reader         | WordCount beside HDFS reader, hook off | 34.46 8.25 54.9
                    With IO-stress: +HDFS-writer         | WordCount beside HDFS writer, hook off | 22.41 56.52 162.1
                    Under IO controls: alone             | WordCount alone, hook on               | - - -
                    Under IO controls: +Fio-reader       | WordCount beside fio reader, hook on   | 40.51 6.41 44.2
                    Under IO controls: +Fio-writer       | WordCount beside fio writer, hook on   | 28.01 59.71 143.7
                    Under IO controls: +HDFS-reader      | WordCount beside HDFS reader, hook on  | 40.39 6.37 49.6
                    Under IO controls: +HDFS-writer      | WordCount beside HDFS writer, hook on  | 35.85 7.24 52.6
                    """),
            new PaperTable(
                    "IV",
                    "TeraSort beside readers and writers, uncontrolled as in table II",
                    List.of(Column.values()),
                    """
                    Baseline                        | TeraSort alone, hook off              | 38.89 72.67 7.71 106.2
                    With IO-stress: +Fio-reader     | TeraSort beside fio reader, hook off  | 30.35 64.87 10.71 120.6
                    With IO-stress: +Fio-writer     | TeraSort beside fio writer, hook off  | 27.95 66.18 35.19 209.3
                    With IO-stress: +HDFS-reader    | TeraSort beside HDFS reader, hook off | 33.34 66.01 9.21 115.9
                    With IO-stress: +HDFS-writer    | TeraSort beside HDFS writer, hook off | 27.40 61.57 37.91 216.9
                    Under IO controls: alone        | TeraSort alone, hook on               | - - - -
                    Under IO controls: +Fio-reader  | TeraSort beside fio reader, hook on   | 34.55 58.77 9.81 108.6
                    Under IO controls: +Fio-writer  | TeraSort beside fio writer, hook on   | 27.96 63.25 37.78 216.0
                    Under IO controls: +HDFS-reader | TeraSort beside HDFS reader, hook on  | 33.88 66.64 9.24 113.0
                    Under IO controls: +HDFS-writer | TeraSort beside HDFS writer, hook on  | 29.33 62.90 10.67 118.8
                    """));

    /** What is measured, and where a run has it; that of the whole job is the last one. */
    enum Column {
        READ("Avg read (MB/s)", "readMBps"),
        WRITE("Avg write (MB/s)", "writeMBps"),
        DELAY("blkio delay (ms)", "requestMillis"),
        RUNTIME("Runtime (s)", "seconds");

        private final String heading;
        private final String figure;

        Column(String heading, String figure) {
            this.heading = heading;
            this.figure = figure;
        }
    }

    /** Its part of the page. */
    String section(Told told) {
        StringBuilder section = new StringBuilder("\n### Paper A, table %s\n".formatted(number));
        section.append("Of %s, from [%s.json](%2$s.json).\n\n| Scenario |".formatted(shows, RUN.fileName()));
        columns.forEach(column -> section.append(" %s | here |".formatted(column.heading)));
        section.append(" times alone | here |\n|---|")
                .append("---|".repeat(2 * columns.size() + 2))
                .append('\n');
        double alone = Double.NaN;
        for (String line : lines.lines().toList()) {
            String[] parts = line.split(" +\\| ", -1);
            String[] stated = parts[2].split(" ", -1);
            section.append("| ").append(parts[0]).append(" |");
            for (int i = 0; i < columns.size(); i++) {
                double here = told.number(parts[1] + " > runs > " + columns.get(i).figure);
                section.append(" %s | %s |".formatted(stated[i].replace("-", ""), number(here)));
            }
            String last = stated[stated.length - 1];
            double seconds = last.equals("-") ? Double.NaN : Double.parseDouble(last);
            alone = parts[1].endsWith(" alone, hook off") ? seconds : alone;
            double here = told.number(parts[1] + " > timesAlone");
            section.append(" %s | %s |\n".formatted(number(seconds / alone), number(here)));
        }
        return section.toString();
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
    }
}
