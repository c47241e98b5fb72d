package io.hdfsthrottle.coordinator.feature;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.TermParts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FeaturesTest {
    /** It knows nothing of the term, which goes on as well. */
    @Test
    void workOfAFeatureThatFails_isDoneAgain_andEndsNoOther() throws Exception {
        AtomicInteger failing = new AtomicInteger();
        AtomicInteger sound = new AtomicInteger();
        try (Features features = new Features(null, new TermParts(), (name, labels, what, value) -> {})) {
            features.join(List.of(context -> {
                context.every(Duration.ofMillis(20), "failing", () -> {
                    switch (failing.getAndIncrement() % 3) {
                        case 0 -> throw new IllegalStateException("a bug");
                        case 1 -> throw new NotStored(Reason.OUTCOME_UNKNOWN, "not now");
                        default -> throw new NoSuchMethodError("of a library that is not the one it was compiled with");
                    }
                });
                context.every(Duration.ofMillis(20), "sound", sound::incrementAndGet);
            }));
            features.begin();

            await().until(() -> failing.get() > 9 && sound.get() > 9);
        }
    }
}
