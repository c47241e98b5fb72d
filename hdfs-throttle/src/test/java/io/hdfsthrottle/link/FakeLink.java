package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A coordinator in the same process: answers and long-polls like a real one, and becomes unreachable on demand. */
public final class FakeLink implements CoordinatorLink {

    private final List<UsageReport> reports = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<String> granted = new TreeSet<>();
    private final AtomicInteger questions = new AtomicInteger();
    private Optional<Grant> newest = Optional.empty();
    private NodeTerms terms = NodeTerms.NONE;
    private boolean gone;
    private boolean impatient;
    private boolean repeating;
    private boolean closed;
    private volatile Runnable atClose = () -> {};
    private RuntimeException broken;
    private LinkException refusal;
    private int refusals;
    private List<LocalExecutor> executors = List.of();

    /** Grants this from now on. */
    public synchronized void grants(Grant grant) {
        newest = Optional.of(grant);
        grant.applications().forEach(each -> granted.add(each.application()));
        notifyAll();
    }

    /** Gives the node these terms from now on. */
    public synchronized void terms(NodeTerms newTerms) {
        terms = newTerms;
        notifyAll();
    }

    /** Sets whether it is unreachable. */
    public synchronized void gone(boolean nowGone) {
        gone = nowGone;
        notifyAll();
    }

    /** Answers "nothing new" at once from now on, instead of keeping the request open. */
    public synchronized void impatient() {
        impatient = true;
        notifyAll();
    }

    /** Answers with the same grant again and again from now on. */
    public synchronized void repeating() {
        repeating = true;
        notifyAll();
    }

    /** Throws this unexpected exception from now on; null ends that. */
    public synchronized void broken(RuntimeException bug) {
        broken = bug;
        notifyAll();
    }

    @Override
    public synchronized Optional<GrantUpdate> awaitGrant(String node, GrantPosition known, Duration patience)
            throws LinkException, InterruptedException {
        questions.incrementAndGet();
        while (true) {
            reach();
            Optional<Grant> news =
                    newest.filter(grant -> repeating || !grant.version().equals(known.policy()));
            if (news.isPresent()) {
                return Optional.of(GrantUpdate.of(news.get()).withApplications(applications(news.get(), granted)));
            }
            if (terms.version().compareTo(known.terms()) > 0) {
                return Optional.of(GrantUpdate.of(
                                newest.orElseThrow().cluster(),
                                newest.orElseThrow().version().epoch())
                        .withTerms(terms));
            }
            if (impatient) {
                return Optional.empty();
            }
            wait();
        }
    }

    private static ApplicationUpdate applications(Grant grant, Collection<String> ids) {
        List<GrantedApplication> living = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        ids.forEach(id -> grant.application(id).ifPresentOrElse(living::add, () -> ended.add(id)));
        return ApplicationUpdate.of(grant.version().sequence(), living, ended);
    }

    @Override
    public synchronized GrantUpdate applications(String node, List<String> applications) throws LinkException {
        reach();
        asked.addAll(applications);
        Grant grant = newest.orElseThrow(() -> LinkException.notReached("nobody leads", null));
        return GrantUpdate.of(grant.cluster(), grant.version().epoch())
                .withApplications(applications(grant, applications));
    }

    private void reach() throws LinkException {
        if (broken != null) {
            throw broken;
        }
        if (gone || closed) {
            throw LinkException.notReached("no coordinator answered (gone)", null);
        }
    }

    @Override
    public synchronized List<LocalExecutor> report(UsageReport report) throws LinkException {
        reach();
        if (refusal != null) {
            refusals++;
            throw refusal;
        }
        reports.add(report);
        return executors;
    }

    /** Refuses every report from now on, with that HTTP status. */
    public synchronized void refusing(String why, int status) {
        refusal = LinkException.refused(why, status);
    }

    /** How many reports it refused. */
    public synchronized int refusals() {
        return refusals;
    }

    /** Tells the node of these executors from now on. */
    public synchronized void executors(List<LocalExecutor> newExecutors) {
        executors = List.copyOf(newExecutors);
    }

    @Override
    public boolean claim(Lease lease, List<ExecutorClaim> claims) {
        throw new UnsupportedOperationException("a node has no executor of its own");
    }

    @Override
    public Lease register(Registration registration) {
        throw new UnsupportedOperationException("a node registers no application");
    }

    @Override
    public Optional<Lease> renew(Lease lease, int executors, int tasks) {
        throw new UnsupportedOperationException("a node renews no application");
    }

    @Override
    public Optional<EntitlementLeft> entitlementLeft(Lease lease) {
        throw new UnsupportedOperationException("a node chooses no replica");
    }

    @Override
    public Optional<Waiting> waiting(Lease lease) {
        throw new UnsupportedOperationException("a node asks of no application what it waited");
    }

    @Override
    public AppointmentAnswer makeAppointment(
            Lease lease, long bytes, Collection<String> nodes, Duration deadline, Duration patience) {
        throw new UnsupportedOperationException("a node makes no appointment");
    }

    @Override
    public Optional<Boolean> hasBegun(AppointmentAnswer appointment, Duration patience) {
        throw new UnsupportedOperationException("a node waits for no appointment");
    }

    @Override
    public void endAppointment(Lease lease, AppointmentAnswer appointment) {
        throw new UnsupportedOperationException("a node ends no appointment");
    }

    @Override
    public CreditStanding stepBack(Lease lease, String level, Duration time) {
        throw new UnsupportedOperationException("a node steps back for nobody");
    }

    @Override
    public CreditStanding boost(Lease lease, Duration time) {
        throw new UnsupportedOperationException("a node buys nothing");
    }

    @Override
    public void withdraw(Lease lease) {
        throw new UnsupportedOperationException("a node withdraws no application");
    }

    @Override
    public void close() {
        atClose.run();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }

    /** Done before it is closed. */
    public void atClose(Runnable work) {
        atClose = work;
    }

    /** Whether it was closed. */
    public synchronized boolean closed() {
        return closed;
    }

    /** How often it was asked for a grant. */
    public int questions() {
        return questions.get();
    }

    /** The applications that it was asked for, in that order. */
    public List<String> requests() {
        return List.copyOf(asked);
    }

    /** What was reported to it. */
    public List<UsageReport> reports() {
        return List.copyOf(reports);
    }
}
