package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of docs/shares.md has every constant of the law, and the values that the code has. */
final class ConstantsInDocumentTest {

    private static final List<String> LAW = List.of(
            "law.RateTag",
            "law.Scheduler",
            "law.ShareNode",
            "law.Silence",
            "law.TagHeap",
            "window.Requests",
            "window.Window");

    /** Internal constants that operators do not need. */
    private static final List<String> TECHNICAL = List.of("NOWHERE", "NANOS_PER_SECOND", "PAGE");

    @Test
    void table_namesEveryConstantWithItsValue() throws IOException, ReflectiveOperationException {
        Map<String, String> documented = documented(Files.readString(Path.of("..", "docs", "shares.md")));
        List<String> names = new ArrayList<>();
        for (String name : LAW) {
            Class<?> type = Class.forName("io.hdfsthrottle." + name);
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !TECHNICAL.contains(field.getName())) {
                    field.setAccessible(true);
                    names.add(field.getName());
                    assertThat(documented.get(field.getName()))
                            .as("%s.%s in docs/shares.md", type.getSimpleName(), field.getName())
                            .isEqualTo(text(field.getName(), field.get(null)));
                }
            }
        }
        assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(names);
    }

    private static Map<String, String> documented(String page) {
        Map<String, String> documented = new TreeMap<>();
        page.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
            String[] cells = line.split("\\|", -1);
            List<String> names = Stream.of(cells[1].split(",", -1))
                    .map(name -> name.replace("`", "").trim())
                    .collect(Collectors.toList());
            String[] values = cells[2].split(",", -1);
            assertThat(values).as(line).hasSameSizeAs(names);
            for (int i = 0; i < values.length; i++) {
                documented.put(names.get(i), values[i].trim());
            }
        });
        return documented;
    }

    private static String text(String name, Object value) {
        if (value instanceof Duration) {
            return ((Duration) value).toMillis() + " ms";
        }
        double number = ((Number) value).doubleValue();
        if (name.endsWith("_NANOS")) {
            return number >= 1e9
                    ? plain(number / 1e9) + " s"
                    : number >= 1e6 ? plain(number / 1e6) + " ms" : plain(number / 1e3) + " us";
        }
        if (number >= 1 << 20) {
            return plain(number / (1 << 20)) + " MiB";
        }
        return number >= 1 << 10 ? plain(number / (1 << 10)) + " KiB" : plain(number);
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
