package io.hdfsthrottle.grant;

/** The parts of a grant; each has a version of its own. */
public enum GrantPart {
    /** Tenants, their priorities, and the rules that map callers to them: changed by administrators. */
    POLICY,
    /** The applications that the node knows. */
    APPLICATIONS,
    /** The node's own weights, limits and reservations: may change every second. */
    TERMS
}
