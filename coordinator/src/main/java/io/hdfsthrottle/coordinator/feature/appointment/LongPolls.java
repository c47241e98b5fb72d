package io.hdfsthrottle.coordinator.feature.appointment;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/**
 * Clients that wait for a callback: a few futures per appointment, which cost no thread. Thread-safe; futures are
 * completed outside its lock.
 */
final class LongPolls {
    private static final int MOST_OF_ONE = 2;

    private final Map<Long, Deque<CompletableFuture<Optional<Boolean>>>> waiting = new HashMap<>();

    /** Completes when that appointment has news; with empty if the timeout ends or two newer calls came. */
    CompletableFuture<Optional<Boolean>> await(long id, Duration patience) {
        CompletableFuture<Optional<Boolean>> call = new CompletableFuture<>();
        CompletableFuture<Optional<Boolean>> displaced = null;
        synchronized (this) {
            Deque<CompletableFuture<Optional<Boolean>>> own =
                    waiting.computeIfAbsent(id, first -> new ArrayDeque<>(MOST_OF_ONE));
            if (own.size() >= MOST_OF_ONE) {
                displaced = own.pollFirst();
            }
            own.addLast(call);
        }
        if (displaced != null) {
            displaced.complete(Optional.empty());
        }
        CompletableFuture<Optional<Boolean>> unused = call.completeOnTimeout(
                        Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((news, trouble) -> leave(id, call));
        return call;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // futures are compared by identity
    private synchronized void leave(long id, CompletableFuture<Optional<Boolean>> call) {
        Deque<CompletableFuture<Optional<Boolean>>> own = waiting.get(id);
        if (own != null && own.remove(call) && own.isEmpty()) {
            waiting.remove(id);
        }
    }

    /** Completes the futures of appointments with news. */
    void complete(LongPredicate hasNews, Optional<Boolean> news) {
        List<CompletableFuture<Optional<Boolean>>> told;
        synchronized (this) {
            told = waiting.entrySet().stream()
                    .filter(each -> hasNews.test(each.getKey()))
                    .flatMap(each -> each.getValue().stream())
                    .toList();
        }
        told.forEach(call -> call.complete(news));
    }
}
