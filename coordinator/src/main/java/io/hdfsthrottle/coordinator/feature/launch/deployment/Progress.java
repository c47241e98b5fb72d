package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The progress of a Spark application, from its log: tasks of the stage that was logged last.
 *
 * @param done tasks that finished
 * @param tasks all of the stage
 */
public record Progress(int stage, int done, int tasks) {
    /** What TaskSetManager writes (Spark 3 and 4). */
    private static final Pattern FINISHED = Pattern.compile(
            "Finished task \\S{1,32} in stage (\\d{1,9})\\.\\d{1,9} [^\\n]{0,400}?\\((\\d{1,9})/(\\d{1,9})\\)");

    /** What ConsoleProgressBar writes. */
    private static final Pattern BAR =
            Pattern.compile("\\[Stage (\\d{1,9}):[=> ]{0,200}\\((\\d{1,9}) \\+ \\d{1,9}\\) / (\\d{1,9})\\]");

    /** The progress in the end of a log; empty if there is none. */
    public static Optional<Progress> of(String log) {
        Optional<Progress> bar = last(BAR.matcher(log));
        Optional<Progress> finished = last(FINISHED.matcher(log));
        return finished.isPresent() ? finished : bar;
    }

    private static Optional<Progress> last(Matcher matcher) {
        Optional<Progress> last = Optional.empty();
        while (matcher.find()) {
            last = Optional.of(new Progress(
                    Integer.parseInt(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(3))));
        }
        return last;
    }
}
