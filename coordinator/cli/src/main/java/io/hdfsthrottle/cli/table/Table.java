package io.hdfsthrottle.cli.table;

import io.hdfsthrottle.identity.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns, made harmless for a terminal. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    /** An empty table with these headings. */
    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row. */
    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(PlainText.of(String.valueOf(cell)));
        }
        rows.add(row);
    }

    /** Prints all of it. */
    public void print(PrintWriter out) {
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
