package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** {@code --wait}: repeats a request until its answer fulfils a condition. */
public final class Waiting {
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Wait so long for it, and for a coordinator that answers (default: ${DEFAULT-VALUE}).")
    private int seconds;

    /** What is asked again and again. */
    @FunctionalInterface
    public interface Asking {
        /** Asks once. */
        Answer ask() throws InterruptedException;
    }

    /** The first answer that fulfils the condition, or the last one that does not; fails if none came in time. */
    public Answer request(Asking asking, Predicate<Answer> condition) throws InterruptedException {
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + Duration.ofSeconds(seconds).toNanos();
        while (true) {
            boolean last = ticker.nanos() - deadline >= 0;
            try {
                Answer answer = asking.ask();
                if (last || condition.test(answer)) {
                    return answer;
                }
            } catch (Failure notYet) {
                if (last) {
                    throw notYet;
                }
            }
            Thread.sleep(ASK_AGAIN.toMillis());
        }
    }
}
