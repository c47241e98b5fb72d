package io.hdfsthrottle.coordinator.admission;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multiset;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The open requests for the next grant: few of each node, so that a node that lost its connection and asks again does
 * not wait for its own earlier request to end. Thread-safe; futures are completed outside its lock.
 */
final class Polls {
    private static final int MOST_OF_A_NODE = 2;
    private static final Duration SOON = Duration.ofSeconds(1);

    private final int mostOfAnAddress;
    private final Multiset<String> ofAddress = HashMultiset.create();
    private final ListMultimap<String, CompletableFuture<?>> ofNode = ArrayListMultimap.create();

    Polls(int mostOfAnAddress) {
        this.mostOfAnAddress = mostOfAnAddress;
    }

    /**
     * A node waits. If too many of its requests from the same address are open, the oldest is answered empty.
     *
     * @param waiting the request; ends when it is completed by any thread
     * @throws LimitExceeded if the address has too many open; then the request is answered empty, too
     */
    <T> void open(String node, String origin, CompletableFuture<Optional<T>> waiting) {
        String key = origin + " " + node;
        CompletableFuture<Optional<T>> displaced = null;
        boolean tooMany;
        synchronized (this) {
            List<CompletableFuture<?>> open = ofNode.get(key);
            if (open.size() >= MOST_OF_A_NODE) {
                displaced = oldest(open);
            }
            tooMany = displaced == null && ofAddress.count(origin) >= mostOfAnAddress;
            if (!tooMany) {
                open.add(waiting);
                ofAddress.add(origin);
            }
        }
        if (displaced != null) {
            displaced.complete(Optional.empty());
        }
        if (tooMany) {
            waiting.complete(Optional.empty());
            throw new LimitExceeded(
                    Refusal.POLLS, "This address waits for grants with " + mostOfAnAddress + " requests already", SOON);
        }
        CompletableFuture<Optional<T>> unused = waiting.whenComplete((granted, trouble) -> close(key, origin, waiting));
    }

    @SuppressWarnings("unchecked") // a node waits for one kind of thing
    private static <T> CompletableFuture<Optional<T>> oldest(List<CompletableFuture<?>> open) {
        return (CompletableFuture<Optional<T>>) open.get(0);
    }

    @SuppressWarnings("CollectionUndefinedEquality") // each request is itself and no other
    private synchronized void close(String key, String origin, CompletableFuture<?> waiting) {
        if (ofNode.remove(key, waiting)) {
            ofAddress.remove(origin);
        }
    }

    synchronized int open() {
        return ofAddress.size();
    }
}
