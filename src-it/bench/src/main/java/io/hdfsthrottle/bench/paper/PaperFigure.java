package io.hdfsthrottle.bench.paper;

import io.hdfsthrottle.bench.report.Charts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A figure of a paper, drawn again with its axes from what was measured here.
 *
 * @param row that it belongs to, which begins with the paper's letter
 * @param run whose JSON it is made from
 * @param shows what, in a few words
 * @param differs how it differs from the paper's, and what that says in words
 */
record PaperFigure(String row, int number, Run run, String shows, String differs, List<Panel> panels) {

    String title() {
        return "Paper %c, figure %d".formatted(row.charAt(0), number);
    }

    String fileName() {
        return "%c-figure-%d.png".formatted(row.charAt(0), number).toLowerCase(Locale.ROOT);
    }

    /** The panels of which the run has something. */
    List<Panel> drawn(Told told) {
        return panels.stream().filter(panel -> !panel.bars(told).isEmpty()).toList();
    }

    private List<Chart<?, ?>> charts(Told told) {
        String from = run.fileName() + ".json" + (told.notValid().isEmpty() ? "" : ", not all of it valid");
        return drawn(told).stream()
                .<Chart<?, ?>>map(panel -> {
                    String part = panel.part().isEmpty() ? shows : panel.part();
                    return panel.chart("%s: %s (from %s)".formatted(title(), part, from), told);
                })
                .toList();
    }

    /** Writes it into the folder, or removes what is there if nothing was measured. */
    void draw(Optional<Told> told, Path folder) throws IOException {
        List<Chart<?, ?>> charts = told.map(this::charts).orElse(List.of());
        Path file = folder.resolve(fileName());
        Files.deleteIfExists(file);
        if (!charts.isEmpty()) {
            Charts.save(charts, file);
        }
    }

    /** Its part of the page; empty if the run has nothing of it. */
    String section(Told told) {
        if (drawn(told).isEmpty()) {
            return "";
        }
        String notValid =
                told.notValid().stream().map(" Not valid: *%s*."::formatted).collect(Collectors.joining());
        return """

                ### %1$s: %2$s
                ![%1$s, of what was measured here: %2$s](%3$s)

                Row %4$s, made from [%5$s.json](%5$s.json). %6$s%7$s
                """.formatted(title(), shows, fileName(), row, run.fileName(), differs, notValid);
    }
}
