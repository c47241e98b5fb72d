package io.hdfsthrottle.cli;

import io.hdfsthrottle.identity.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns, made harmless for a terminal. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(PlainText.of(String.valueOf(cell)));
        }
        rows.add(row);
    }

    void print(PrintWriter out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
