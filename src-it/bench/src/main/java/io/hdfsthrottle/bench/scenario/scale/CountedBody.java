package io.hdfsthrottle.bench.scenario.scale;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * HTTP body subscriber that counts the length and keeps only the beginning: a thousand grants of a megabyte need not be
 * stored to be measured.
 */
final class CountedBody implements BodySubscriber<CountedBody.Counted> {

    private static final int KEPT = 1 << 20;

    private final BodySubscriber<byte[]> nothing = BodySubscribers.replacing(new byte[0]);
    /** Grows as needed: thousands of polls wait for an answer at once. */
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);

    private long bytes;

    /**
     * The result.
     *
     * @param bytes all of them
     * @param beginning the first of them as text
     */
    record Counted(long bytes, String beginning) {}

    static BodyHandler<Counted> handler() {
        return head -> new CountedBody();
    }

    @Override
    public CompletionStage<Counted> getBody() {
        return nothing.getBody().thenApply(ended -> new Counted(bytes, beginning.toString(StandardCharsets.UTF_8)));
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        nothing.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            bytes += buffer.remaining();
            byte[] more = new byte[Math.min(KEPT - beginning.size(), buffer.remaining())];
            buffer.get(more);
            beginning.writeBytes(more);
        }
    }

    @Override
    public void onError(Throwable failure) {
        nothing.onError(failure);
    }

    @Override
    public void onComplete() {
        nothing.onComplete();
    }
}
