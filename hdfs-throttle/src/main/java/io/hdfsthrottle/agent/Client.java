package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;

/**
 * A client of the host, identified by its claimed name, its address, the user of its block token and its operation. Its
 * payer is resolved once per grant: checking a tag's syntax and signature takes longer than a small read from memory
 * may be delayed. Used by one thread.
 */
public final class Client {

    private final String name;
    private final String address;
    private final TokenUser user;
    private final OperationKind operation;
    private final CallerResolver resolver;
    private final GrantStore grants;
    private final VolumeQueues queues;
    private int generation;
    private int arrivals;
    private Payer payer;

    Client(
            String name,
            String address,
            TokenUser user,
            OperationKind operation,
            CallerResolver resolver,
            GrantStore grants,
            VolumeQueues queues) {
        this.name = name;
        this.address = address;
        this.user = user;
        this.operation = operation;
        this.resolver = resolver;
        this.grants = grants;
        this.queues = queues;
    }

    /**
     * Whether it is the client of that name, address, user and operation; one connection may serve several, one after
     * the other.
     */
    public boolean isCalled(String otherName, String otherAddress, TokenUser otherUser, OperationKind otherOperation) {
        return operation == otherOperation
                && name.equals(otherName)
                && address.equals(otherAddress)
                && user.equals(otherUser);
    }

    /** The account charged for its I/O on that disk. */
    public Account account(Volume volume) {
        int newest = grants.generation()
                + resolver.changes(); // read first: a grant that arrives meanwhile causes a new lookup
        int answers = grants.arrivals();
        if (payer == null || generation != newest || (payer.isProvisional() && arrivals != answers)) {
            payer = resolver.resolve(name, address, user, operation, grants.effective());
            generation = newest;
            arrivals = answers;
        }
        return queues.of(volume)
                .account(
                        payer.tenant(),
                        payer.share(),
                        () -> resolver.tenantOfUser(name, address, user, operation, grants.effective()));
    }
}
