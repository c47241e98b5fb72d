package io.hdfsthrottle.grant;

/** What a grant consists of; each part has a version of its own. */
public enum GrantPart {
    /** Tenants, their priorities, and the rules that map callers to them: changed by people. */
    POLICY,
    /** The applications that the node has met. */
    APPLICATIONS,
    /** The node's own weights, limits and reservations: may change every second. */
    TERMS
}
