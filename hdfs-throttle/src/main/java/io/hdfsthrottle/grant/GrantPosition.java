package io.hdfsthrottle.grant;

import java.util.Objects;

/** How much of its grant a node has received: a version for each part. Immutable. */
public final class GrantPosition {

    /** Nothing received. */
    public static final GrantPosition NOTHING = new GrantPosition(GrantVersion.NONE, GrantVersion.NONE, 0);

    private final GrantVersion policy;
    private final GrantVersion terms;
    private final long applications;

    private GrantPosition(GrantVersion policy, GrantVersion terms, long applications) {
        this.policy = Objects.requireNonNull(policy, "policy");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.applications = applications;
    }

    /** A position; changes of applications have numbers from 0. */
    public static GrantPosition of(GrantVersion policy, GrantVersion terms, long applications) {
        if (applications < 0) {
            throw new IllegalArgumentException("no change of applications has the number " + applications);
        }
        return new GrantPosition(policy, terms, applications);
    }

    /** The policy version that was received. */
    public GrantVersion policy() {
        return policy;
    }

    /** The version of the node's own terms that was received. */
    public GrantVersion terms() {
        return terms;
    }

    /** The last change of applications that was received, in the epoch of the policy. */
    public long applications() {
        return applications;
    }

    @Override
    public String toString() {
        return "policy " + policy + ", terms " + terms + ", applications " + applications;
    }
}
