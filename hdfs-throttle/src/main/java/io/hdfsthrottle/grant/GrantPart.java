package io.hdfsthrottle.grant;

/** The parts of a grant; each but the assignment has a version of its own. */
public enum GrantPart {
    /** Tenants, their priorities, and the rules that map callers to them: changed by administrators. */
    POLICY,
    /** Of the policy, what decides which tenant an application belongs to: the rules, and which tenants there are. */
    ASSIGNMENT,
    /** The applications that the node knows. */
    APPLICATIONS,
    /** The node's own weights, limits and reservations: may change every second. */
    TERMS
}
