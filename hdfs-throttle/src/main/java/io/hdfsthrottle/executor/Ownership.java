package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.ExecutorThreadName;
import io.hdfsthrottle.localio.LocalExecutor;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies that a process is the executor that an application claims. Both must state it: the application, which proved
 * itself to the coordinator, and the process, by the name of a thread. Pure; unproved claims are refused. Immutable.
 */
public final class Ownership {

    private static final String ROOT = "root";

    private final long ownPid;
    private final Set<String> users;

    /**
     * @param ownPid this process, which is no executor
     * @param users the users under which the cluster manager runs executors, besides the application's own user
     */
    public Ownership(long ownPid, Set<String> users) {
        this.ownPid = ownPid;
        this.users = Set.copyOf(users);
    }

    /** Why the process, of which there are no facts if it is not visible, is not that executor's; empty if it is. */
    String obstacle(LocalExecutor executor, Optional<ProcessFacts> facts) {
        long pid = executor.claim().pid();
        if (pid == ownPid) {
            return "process " + pid + " is the DataNode";
        }
        if (facts.isEmpty()) {
            return "there is no process " + pid + " here, or it is not seen (another pid namespace, hidepid)";
        }
        ProcessFacts process = facts.get();
        if (process.startTicks() != executor.claim().startTicks()) {
            return "process " + pid + " started at another time than the executor";
        }
        boolean itsOwn =
                process.user().equals(executor.user()) && !process.user().equals(ROOT);
        if (!itsOwn && !users.contains(process.user())) {
            return "process " + pid + " is of user " + process.user() + ", not of the application's (" + executor.user()
                    + ") or one of hdfs.throttle.executors.users";
        }
        String plate =
                ExecutorThreadName.of(executor.application(), executor.claim().executor());
        if (!process.threads().contains(plate)) {
            return "process " + pid + " does not say that it is this executor";
        }
        return "";
    }
}
