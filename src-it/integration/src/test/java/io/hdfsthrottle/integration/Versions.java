package io.hdfsthrottle.integration;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The versions of Hadoop and Spark that tests run with: all that are supported, or those that {@code
 * HDFS_THROTTLE_HADOOP} and {@code HDFS_THROTTLE_SPARK} name, separated by commas. Its methods are for {@code
 * @MethodSource}, by {@link #HADOOPS}, {@link #PAIRS}, {@link #FLOORS} and {@link
 * #LAST_PAIR}.
 */
final class Versions {

    static final String HADOOPS = "io.hdfsthrottle.integration.Versions#hadoops";
    static final String PAIRS = "io.hdfsthrottle.integration.Versions#pairs";

    /** For the answers of jobs: every version of Spark, also those between the oldest and the newest. */
    static final String FLOORS = "io.hdfsthrottle.integration.Versions#floors";

    /** For what hardly depends on a version and takes a minute: the last pair alone. */
    static final String LAST_PAIR = "io.hdfsthrottle.integration.Versions#lastPair";

    /** The same of Hadoop's versions. */
    static final String LAST_HADOOP = "io.hdfsthrottle.integration.Versions#lastHadoop";

    /** Of Spark; their modules are built with {@code -Dfloors}. */
    private static final List<String> BETWEEN = List.of("3.5-scala-2.13", "4.0", "4.1");

    private static final Versions HERE = of(System.getenv());

    private final List<String> hadoops;
    private final List<String> sparks;
    private final boolean chosen;

    private Versions(List<String> hadoops, List<String> sparks, boolean chosen) {
        this.hadoops = hadoops;
        this.sparks = sparks;
        this.chosen = chosen;
    }

    static Versions of(Map<String, String> environment) {
        return new Versions(
                chosen(environment, "HDFS_THROTTLE_HADOOP", List.of("3.4", "3.5"), List.of()),
                chosen(environment, "HDFS_THROTTLE_SPARK", List.of("3.5", "4.2"), BETWEEN),
                environment.containsKey("HDFS_THROTTLE_HADOOP") || environment.containsKey("HDFS_THROTTLE_SPARK"));
    }

    /**
     * The versions to test with.
     *
     * @param usual those without a choice
     * @param more others that may be chosen
     */
    private static List<String> chosen(
            Map<String, String> environment, String variable, List<String> usual, List<String> more) {
        String value = environment.getOrDefault(variable, String.join(",", usual));
        List<String> chosen = List.of(value.split(",", -1));
        List<String> supported =
                Stream.concat(usual.stream(), more.stream()).sorted().toList();
        if (!supported.containsAll(chosen)) {
            throw new IllegalArgumentException(variable + ": '" + value + "' is not among " + supported
                    + "; write for instance " + supported.get(0));
        }
        return chosen;
    }

    /** Each version of Hadoop. */
    static Stream<String> hadoops() {
        return HERE.hadoops.stream();
    }

    /** The newest version of Hadoop, or the last that was chosen. */
    static Stream<String> lastHadoop() {
        return Stream.of(HERE.hadoops.get(HERE.hadoops.size() - 1));
    }

    /** Spark's and Hadoop's versions, in this order. */
    static Stream<Arguments> pairs() {
        return HERE.sparksAndHadoops().stream().map(pair -> Arguments.of(pair.get(0), pair.get(1)));
    }

    /** The pairs, and where nothing was chosen, each version of Spark between with the Hadoop of its time. */
    static Stream<Arguments> floors() {
        Stream<Arguments> between = Stream.of(
                Arguments.of("3.5-scala-2.13", "3.4"), Arguments.of("4.0", "3.4"), Arguments.of("4.1", "3.5"));
        return HERE.chosen ? pairs() : Stream.concat(pairs(), between);
    }

    /** The last of {@link #pairs}: the newest versions if all are tested. */
    static Stream<Arguments> lastPair() {
        List<List<String>> pairs = HERE.sparksAndHadoops();
        List<String> last = pairs.get(pairs.size() - 1);
        return Stream.of(Arguments.of(last.get(0), last.get(1)));
    }

    /**
     * The oldest with the oldest and the newest with the newest, where nothing was chosen; else whatever was chosen,
     * combined.
     */
    List<List<String>> sparksAndHadoops() {
        if (!chosen) {
            return List.of(List.of(sparks.get(0), hadoops.get(0)), List.of(sparks.get(1), hadoops.get(1)));
        }
        return sparks.stream()
                .flatMap(spark -> hadoops.stream().map(hadoop -> List.of(spark, hadoop)))
                .toList();
    }

    /** The version of Hadoop for tests that need one of any version. */
    static String hadoop() {
        return HERE.hadoops.get(0);
    }

    /** The first version of Spark, the oldest if all are tested. */
    static String firstSpark() {
        return HERE.sparks.get(0);
    }

    /** The last version of Spark, the newest if all are tested. */
    static String lastSpark() {
        return HERE.sparks.get(HERE.sparks.size() - 1);
    }
}
