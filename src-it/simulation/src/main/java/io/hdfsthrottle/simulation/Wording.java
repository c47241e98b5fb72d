package io.hdfsthrottle.simulation;

import java.util.List;
import java.util.Locale;

/** What the report says, beside running things. */
final class Wording {

    /** The least that is asked of a policy: shares, and the part of the disk that is used. */
    private static final double BAR_ERROR = 0.01;

    private static final double BAR_TOTAL = 0.99;
    private static final double SEEKING_BAR_ERROR = 0.02;
    private static final double SEEKING_BAR_TOTAL = 0.97;

    static final String INTRODUCTION = """
            # Shares in simulation

            Written by `ReportTest`, which keeps it true. The pacing is the production code; the disks are models, and so are
            the threads (64 KiB packets; the next piece of readahead, 1 MiB unless said otherwise, is asked for when half of one
            is sent; writes go to memory, and from there to the disk in bursts). With `auto` reads are charged what the device did,
            with a configured capacity what is transferred, as by default. Each cell: **error / total**. Error: how far the worst
            tenant is from its weighted max-min share of what the disk gave in that run (nobody is due more than it reads alone on
            the disk, and a tenant that reads from memory is due that). Total: what the disk gave, as a part of unthrottled. Over 30 s,
            after 3 s; the worst of three seeds. Bold: `auto` misses its bar (error at most 1 %, total at least 99 %; on the disk that
            seeks 2 % and 97 %). Configured capacities are parts of what the disk gives to the first line, unthrottled: where another
            line's readers get less from it, as on a disk that seeks, they are too high; and with them reads from memory use them up too.
            """;

    private Wording() {}

    /** A disk's table, its reaction times, and what they show. */
    static String disk(DiskModel disk, double diskGives, List<Report.Row> rows) {
        StringBuilder text = new StringBuilder();
        text.append("\n## ").append(disk.name()).append("\n\n").append(disk.about());
        text.append(String.format(Locale.ROOT, " Unthrottled, the first line gets %.0f MB/s.%n%n", diskGives / 1e6));
        text.append("| scenario |");
        for (Policy policy : Policy.values()) {
            text.append(' ').append(policy.words()).append(" |");
        }
        text.append("\n|---|").append("---|".repeat(Policy.values().length)).append('\n');
        for (Report.Row row : rows) {
            text.append("| ").append(row.scenario().name()).append(" |");
            for (Policy policy : Policy.values()) {
                Cell cell = row.of(policy);
                String bold = policy == Policy.AUTO && misses(disk, cell) ? "**" : "";
                text.append(' ').append(bold).append(figures(cell)).append(bold).append(" |");
            }
            text.append('\n');
        }
        rows.stream().filter(row -> row.scenario().hasComingAndGoing()).forEach(row -> text.append('\n')
                .append(reaction(row)));
        return text.append('\n').append(shown(disk, rows)).toString();
    }

    private static boolean misses(DiskModel disk, Cell cell) {
        boolean seeks = disk.seekNanos() > 0;
        return rounded(cell.error()) > (seeks ? SEEKING_BAR_ERROR : BAR_ERROR)
                || rounded(cell.total()) < (seeks ? SEEKING_BAR_TOTAL : BAR_TOTAL);
    }

    /** As it is shown, so that nothing is bold that looks good. */
    private static double rounded(double part) {
        return Math.round(part * 1000) / 1000.0;
    }

    /** Error and total, in per cent. */
    static String figures(Cell cell) {
        return String.format(Locale.ROOT, "%.1f / %.1f", cell.error() * 100, cell.total() * 100);
    }

    private static String reaction(Report.Row row) {
        StringBuilder text = new StringBuilder(
                "Eight threads leave and return, ms until the others use the disk / until the share is back: ");
        String separator = "";
        for (Policy policy : Policy.values()) {
            Cell cell = row.of(policy);
            text.append(separator).append(policy.words()).append(' ');
            text.append(millis(cell.reuseMillis())).append(" / ").append(millis(cell.returnMillis()));
            separator = "; ";
        }
        return text.append(".\n").toString();
    }

    private static String millis(int millis) {
        return millis < 0 ? "never" : Integer.toString(millis);
    }

    private static String shown(DiskModel disk, List<Report.Row> rows) {
        long good =
                rows.stream().filter(row -> !misses(disk, row.of(Policy.AUTO))).count();
        double error = rows.stream()
                .mapToDouble(row -> row.of(Policy.AUTO).error())
                .max()
                .orElse(0);
        double total = rows.stream()
                .mapToDouble(row -> row.of(Policy.AUTO).total())
                .min()
                .orElse(1);
        return String.format(
                Locale.ROOT,
                "With nothing set, %d of %d scenarios keep the bar; the worst error is %.1f %%, the least total %.1f %%.%n",
                good,
                rows.size(),
                error * 100,
                total * 100);
    }
}
