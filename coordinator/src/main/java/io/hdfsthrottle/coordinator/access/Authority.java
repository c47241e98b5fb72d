package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.Tenant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a caller, and its permissions.
 *
 * @param name the credential's name, for display and logs; never a secret
 * @param tenant the one tenant for which it may register applications, if it is bound to one
 * @param user the one user as which it may register applications, if it is bound to one; that user is then verified
 * @param signature what a node signed, to be compared with the body
 */
public record Authority(
        String name,
        Set<Role> roles,
        Optional<Tenant> tenant,
        Optional<String> user,
        Optional<NodeSignature> signature) {

    /** The name of a caller without a credential. */
    static final String ANONYMOUS = "anonymous";

    private static final String LAUNCHED = "launched ";
    private static final String TOKEN = " (token)";

    /** A caller without a credential, with the anonymous roles. */
    public static Authority anonymous(Set<Role> roles) {
        return new Authority(ANONYMOUS, roles, Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Authority of(String name, Role role) {
        return new Authority(name, EnumSet.of(role), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Authority ofNode(NodeSignature signature) {
        return new Authority(
                "node " + signature.host(),
                EnumSet.of(Role.NODE),
                Optional.empty(),
                Optional.empty(),
                Optional.of(signature));
    }

    /** A caller that proved by a ticket to be that user, with no other role. */
    static Authority ofTicket(String principal, String user) {
        return new Authority(
                principal,
                EnumSet.of(Role.REGISTER, Role.DELEGATE),
                Optional.empty(),
                Optional.of(user),
                Optional.empty());
    }

    /** A caller with a token of that user: it registers applications and nothing else. */
    static Authority ofToken(String user) {
        return new Authority(
                user + TOKEN, EnumSet.of(Role.REGISTER), Optional.empty(), Optional.of(user), Optional.empty());
    }

    /**
     * An application of a deployment: it registers for that tenant alone, and as that user, who is then verified,
     * if one is given. No file has a credential of such a name.
     */
    static Authority ofLaunched(String cluster, Tenant tenant, Optional<String> user) {
        return new Authority(
                LAUNCHED + cluster, EnumSet.of(Role.REGISTER), Optional.of(tenant), user, Optional.empty());
    }

    /** The same, with the roles that a ticket of that user gives added. */
    Authority withTicketOf(String verified) {
        Set<Role> all = EnumSet.of(Role.REGISTER, Role.DELEGATE);
        all.addAll(roles);
        return new Authority(name, all, tenant, Optional.of(user.orElse(verified)), signature);
    }

    /** Whether this is a caller without a credential. */
    public boolean isAnonymous() {
        return name.equals(ANONYMOUS);
    }

    /** Whether this is a user's token, which a leader may have cancelled. */
    public boolean isToken() {
        return name.endsWith(TOKEN);
    }

    /** Whether it is an application of a deployment, which does not speak for all of its tenant. */
    public boolean isLaunched() {
        return name.startsWith(LAUNCHED);
    }

    /** Whether it is that deployment. */
    public boolean isLaunched(String cluster) {
        return name.equals(LAUNCHED + cluster);
    }

    /**
     * Whether it may fetch the grants of that node and report its usage: with a node's key or with a credential that
     * has the name of the node or its host. A caller without a credential speaks for any node, where it may at all.
     */
    public boolean speaksFor(String node) {
        return isAnonymous()
                || signature.map(signed -> signed.speaksFor(node)).orElseGet(() -> NodeKey.covers(name, node));
    }

    /** Whether it has the permissions of that role. */
    public boolean may(Role role) {
        return roles.contains(role) || (role != Role.NODE && role != Role.DELEGATE && roles.contains(Role.ADMIN));
    }

    /** Whether it is an administrator by a credential, not merely by the anonymous roles. */
    public boolean isAdministrator() {
        return !isAnonymous() && roles.contains(Role.ADMIN);
    }
}
