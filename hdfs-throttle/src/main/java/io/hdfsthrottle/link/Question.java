package io.hdfsthrottle.link;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A call to one coordinator that is under way. Thread-safe. */
final class Question {
    private final URI coordinator;
    private final Duration within;
    private final BoundedText text;
    private final CompletableFuture<HttpResponse<String>> sent;
    private final CompletableFuture<HttpResponse<String>> answer;

    /** The answer is no longer wanted. */
    static final class GivenUp extends IOException {
        private static final long serialVersionUID = 1L;

        GivenUp() {
            super("given up, because a coordinator that leads was found meanwhile");
        }
    }

    private Question(URI coordinator, Duration within, BoundedText text, CompletableFuture<HttpResponse<String>> sent) {
        this.coordinator = coordinator;
        this.within = within;
        this.text = text;
        this.sent = sent;
        this.answer = sent.copy().orTimeout(within.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Sends the request. The client's own timeout ends with the head of the answer; this one covers the whole of it.
     */
    static Question ask(
            HttpClient client, URI coordinator, HttpRequest request, Duration within, Consumer<Question> answered) {
        BoundedText text = new BoundedText(HttpLink.LARGEST_ANSWER);
        Question question = new Question(coordinator, within, text, client.sendAsync(request, info -> text));
        CompletableFuture<?> unused = question.answer.whenComplete((some, none) -> answered.accept(question));
        return question;
    }

    URI coordinator() {
        return coordinator;
    }

    /** The answer; to be called only after that notification. */
    HttpResponse<String> answer() throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof TimeoutException) {
                throw new IOException("no whole answer within " + within.toMillis() + " ms", failed);
            }
            if (failed.getCause() instanceof CancellationException) {
                throw new GivenUp();
            }
            throw failed.getCause() instanceof IOException
                    ? (IOException) failed.getCause()
                    : new IOException(failed.getCause());
        }
    }

    /** Cancels the call. */
    void giveUp() {
        boolean unused = sent.cancel(true);
        text.abandon();
    }
}
