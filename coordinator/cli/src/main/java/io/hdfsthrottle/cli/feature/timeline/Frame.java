package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.table.Amount;
import io.hdfsthrottle.identity.PlainText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/**
 * Usage as lines of 80 columns. Every text comes from elsewhere: what a terminal would take for a command becomes a
 * question mark.
 */
final class Frame {
    static final int COLUMNS = 80;

    private static final int NAME = 36;
    private static final int NUMBER = 10;
    private static final int APPLICATION = 24;
    private static final int TENANT = NAME - APPLICATION - 1;
    private static final int ABOUT = 21;
    private static final int SECOND = 1_000;
    private static final String KEYS = "g given  e entitled  d demand  w waited   / filter   p pause   q quit";

    private Frame() {}

    /** All of it; the title says what is shown, and of when. */
    static List<String> whole(Usage usage, String title) {
        List<String> lines = new ArrayList<>(List.of(fit(title, COLUMNS), fit(usage.summary(), COLUMNS), heading()));
        usage.tenants().forEach(row -> lines.add(tenant(row)));
        lines.add("");
        lines.add(usage.isPast() ? placeHeading() : applicationHeading());
        usage.rest().forEach(row -> lines.add(usage.isPast() ? place(row) : application(row)));
        return lines.stream().map(String::stripTrailing).toList();
    }

    /** As much as there is room for in so many lines; the tenants have half of them or what applications leave. */
    static List<String> screen(Usage usage, View view, String title, int height) {
        int room = Math.max(height - 6, 2);
        int rest = Math.min(
                usage.rest().size(), Math.max(room / 2, room - usage.tenants().size()));
        int tenants = Math.min(usage.tenants().size(), room - rest);
        Usage shown = new Usage(
                usage.summary(),
                usage.tenants().subList(0, tenants),
                usage.rest().subList(0, rest),
                usage.isPast());
        List<String> lines = new ArrayList<>(whole(shown, title));
        while (lines.size() < height - 1) {
            lines.add("");
        }
        lines.add(view.typing() ? fit("filter: " + view.filter() + "_", COLUMNS) : KEYS);
        return lines.subList(Math.max(lines.size() - height, 0), lines.size());
    }

    static String title(View view, String when) {
        return "hdfs-throttle top  " + when + "  by " + view.sort().label()
                + (view.filter().isEmpty() ? "" : "  only " + view.filter())
                + (view.paused() ? "  PAUSED" : "");
    }

    private static String heading() {
        return fit("TENANT", NAME) + right("GIVEN") + right("ENTITLED") + right("DEMAND") + right("WAITED");
    }

    private static String placeHeading() {
        return fit("TENANT", TENANT) + " " + fit("DISK", APPLICATION)
                + heading().substring(NAME);
    }

    private static String applicationHeading() {
        return fit("APPLICATION", APPLICATION) + " " + fit("TENANT", TENANT) + right("GIVEN") + " " + fit("NAME", ABOUT)
                + right("WAITED");
    }

    private static String tenant(Row row) {
        return fit(row.name(), NAME) + numbers(row);
    }

    private static String place(Row row) {
        return fit(row.name(), TENANT) + " " + fit(row.of(), APPLICATION) + numbers(row);
    }

    private static String application(Row row) {
        return fit(row.name(), APPLICATION) + " " + fit(row.of(), TENANT) + right(Amount.rate(row.given())) + " "
                + fit(row.about(), ABOUT) + right(waited(row.waitedMillis()));
    }

    private static String numbers(Row row) {
        return right(Amount.rate(row.given()))
                + right(Amount.rate(row.entitled()))
                + right(Amount.rate(row.demand()))
                + right(waited(row.waitedMillis()));
    }

    /** How long threads waited in a second, summed over threads. */
    private static String waited(long millis) {
        return millis == 0
                ? "-"
                : millis < SECOND ? millis + " ms/s" : Amount.number((double) millis / SECOND) + " s/s";
    }

    private static String right(String number) {
        String cell = number.length() > NUMBER ? number.substring(0, NUMBER - 1) + "~" : number;
        return " ".repeat(NUMBER + 1 - cell.length()) + cell;
    }

    /** The text in so many columns; of what is longer, the beginning and the end. */
    static String fit(String text, int columns) {
        String plain = PlainText.of(text);
        int width = width(plain);
        if (width <= columns) {
            return plain + " ".repeat(columns - width);
        }
        String begin = begin(plain, columns / 2);
        String reversed = new StringBuilder(plain).reverse().toString();
        String end = new StringBuilder(begin(reversed, columns - columns / 2 - 1))
                .reverse()
                .toString();
        String cut = begin + "~" + end;
        return cut + " ".repeat(columns - width(cut));
    }

    private static String begin(String text, int columns) {
        int end = 0;
        int width = 0;
        while (end < text.length()) {
            int letter = text.codePointAt(end);
            width += Math.max(WCWidth.wcwidth(letter), 0);
            if (width > columns) {
                break;
            }
            end += Character.charCount(letter);
        }
        return text.substring(0, end);
    }

    private static int width(String text) {
        return text.codePoints()
                .map(letter -> Math.max(WCWidth.wcwidth(letter), 0))
                .sum();
    }
}
