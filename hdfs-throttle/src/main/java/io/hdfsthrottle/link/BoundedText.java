package io.hdfsthrottle.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Collects an answer's text up to a bound, so that the answering host cannot fill the host's memory. */
final class BoundedText implements BodySubscriber<String> {

    private final int mostBytes;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private volatile Subscription subscription;

    BoundedText(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > mostBytes - received.size()) {
                subscription.cancel();
                text.completeExceptionally(new IOException("the answer is larger than " + mostBytes + " bytes"));
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            received.write(part, 0, part.length);
        }
    }

    @Override
    public void onError(Throwable trouble) {
        text.completeExceptionally(trouble);
    }

    /** Cancels the rest of the answer. */
    void abandon() {
        Subscription under = subscription;
        if (under != null) {
            under.cancel();
        }
    }

    @Override
    public void onComplete() {
        text.complete(received.toString(StandardCharsets.UTF_8));
    }
}
