package io.hdfsthrottle.cli.feature.timeline;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A tenant, an application or a tenant on a disk.
 *
 * @param name of the tenant, or the application's id
 * @param of the application's tenant, or the disk; empty for a tenant
 * @param about the application's name; empty for a tenant
 * @param given in bytes per second, as are the next two
 * @param waitedMillis in a second
 */
record Row(String name, String of, String about, long given, long entitled, long demand, long waitedMillis) {
    /** Those with that text, the greatest first. */
    static List<Row> sorted(List<Row> rows, Sort sort, String filter) {
        ToLongFunction<Row> by =
                switch (sort) {
                    case GIVEN -> Row::given;
                    case ENTITLED -> Row::entitled;
                    case DEMAND -> Row::demand;
                    case WAITED -> Row::waitedMillis;
                };
        String part = filter.toLowerCase(Locale.ROOT);
        return rows.stream()
                .filter(row ->
                        (row.name + " " + row.of).toLowerCase(Locale.ROOT).contains(part))
                .sorted(Comparator.comparingLong(by).reversed())
                .toList();
    }
}
