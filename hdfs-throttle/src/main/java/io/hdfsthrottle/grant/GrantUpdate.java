package io.hdfsthrottle.grant;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One message of a coordinator to a node: those parts of its grant that the node has not received. Immutable. */
public final class GrantUpdate {

    private final String cluster;
    private final long epoch;
    private final Grant policy;
    private final ApplicationUpdate applications;
    private final NodeTerms terms;

    private GrantUpdate(String cluster, long epoch, Grant policy, ApplicationUpdate applications, NodeTerms terms) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.epoch = epoch;
        this.policy = policy;
        this.applications = applications;
        this.terms = terms;
    }

    /** An empty update of that cluster's leader of that epoch. */
    public static GrantUpdate of(String cluster, long epoch) {
        return new GrantUpdate(cluster, epoch, null, null, null);
    }

    /** A policy, and the applications that it names as news. */
    public static GrantUpdate of(Grant grant) {
        GrantUpdate update = of(grant.cluster(), grant.version().epoch()).withPolicy(grant.withoutApplications());
        return grant.applications().isEmpty()
                ? update
                : update.withApplications(
                        ApplicationUpdate.of(grant.version().sequence(), grant.applications(), List.of()));
    }

    /** The same with a policy. */
    public GrantUpdate withPolicy(Grant newPolicy) {
        return new GrantUpdate(cluster, epoch, newPolicy, applications, terms);
    }

    /** The same with news of applications. */
    public GrantUpdate withApplications(ApplicationUpdate news) {
        return new GrantUpdate(cluster, epoch, policy, news, terms);
    }

    /** The same with terms of the node. */
    public GrantUpdate withTerms(NodeTerms newTerms) {
        return new GrantUpdate(cluster, epoch, policy, applications, newTerms);
    }

    /** The cluster it is for. */
    public String cluster() {
        return cluster;
    }

    /** The term of the leader that sent it. */
    public long epoch() {
        return epoch;
    }

    /** The policy, if the node has not received it: a grant without applications and without terms of the node. */
    public Optional<Grant> policy() {
        return Optional.ofNullable(policy);
    }

    /** News of the applications that the node knows. */
    public Optional<ApplicationUpdate> applications() {
        return Optional.ofNullable(applications);
    }

    /** The node's own terms, if it has not received them. */
    public Optional<NodeTerms> terms() {
        return Optional.ofNullable(terms);
    }

    @Override
    public String toString() {
        return "update of " + cluster + " in epoch " + epoch + ": " + policy + ", " + applications + ", " + terms;
    }
}
