package io.hdfsthrottle.bench.scenario.scale;

import io.hdfsthrottle.bench.scenario.scale.CountedBody.Counted;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A simulated DataNode as seen by a coordinator: one poll is always open, and a report is sent about every second. */
final class SimulatedNode {

    private static final long RETRY_MILLIS = 500;
    private static final int OK = 200;

    private final Fleet fleet;
    private final String name;
    private final int number;
    private final FullDisks disks;
    private final long begun = System.nanoTime();
    private volatile NodeWire.Known known = NodeWire.Known.NOTHING;
    private volatile int idle = -1;
    private volatile int heard;

    SimulatedNode(Fleet fleet, int number) {
        this.fleet = fleet;
        this.number = number;
        this.name = "dn" + number + ":9866";
        this.disks = new FullDisks(name);
    }

    void begin(long delayMillis) {
        fleet.later(this::poll, delayMillis);
        fleet.later(this::report, delayMillis);
    }

    /** Makes this tenant idle; -1 for none. */
    void idle(int tenant) {
        idle = tenant;
    }

    /** The number of changes received. */
    int version() {
        return heard;
    }

    boolean holdsSomething() {
        return !known.equals(NodeWire.Known.NOTHING);
    }

    private void poll() {
        if (fleet.isClosed()) {
            return;
        }
        CompletableFuture<Void> unused = fleet.send(fleet.wire().poll(name, known))
                .handle((answer, failure) -> {
                    if (failure == null && answer.statusCode() / 100 == 2) {
                        fleet.received(answer.body().bytes());
                        understand(answer);
                        poll();
                    } else {
                        fleet.failed("poll", answer, failure);
                        fleet.later(this::poll, RETRY_MILLIS);
                    }
                    return null;
                });
    }

    private void understand(HttpResponse<Counted> answer) {
        if (answer.statusCode() == OK) {
            if (!holdsSomething()) {
                requestApplications();
            }
            known = fleet.wire().understood(known, answer.body().beginning());
            int changes = fleet.changes();
            fleet.told(heard, changes);
            heard = changes;
        }
    }

    private void requestApplications() {
        HttpRequest question = fleet.wire().applications(name, number);
        fleet.sent(question.bodyPublisher().orElseThrow().contentLength());
        CompletableFuture<Void> unused = fleet.send(question).handle((answer, failure) -> {
            if (failure == null && answer.statusCode() == OK) {
                fleet.received(answer.body().bytes());
            } else {
                fleet.failed("question", answer, failure);
            }
            return null;
        });
    }

    private void report() {
        if (fleet.isClosed()) {
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        HttpRequest usage = fleet.wire().usage(name, known, disks.usage(known.grant(), idle, millis));
        fleet.sent(usage.bodyPublisher().orElseThrow().contentLength());
        CompletableFuture<Void> unused = fleet.send(usage).handle((answer, failure) -> {
            if (failure != null || answer.statusCode() / 100 != 2) {
                fleet.failed("report", answer, failure);
            }
            fleet.later(this::report, fleet.untilNextReport());
            return null;
        });
    }
}
