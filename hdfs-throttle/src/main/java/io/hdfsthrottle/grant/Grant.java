package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.rule.TenantRules;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The configuration that a coordinator grants a node: the policy (every tenant's terms, and the rules that map callers
 * to tenants), the living applications that the node knows, and the terms of its own disks. Immutable.
 */
public final class Grant {

    /** The grant of a node that never heard from a coordinator: every caller is the default tenant, and equal. */
    public static final Grant NOBODY = new Grant(
            "",
            GrantVersion.NONE,
            Tenant.DEFAULT,
            Map.of(),
            TenantRules.NONE,
            Map.of(),
            NodeTerms.NONE,
            Leased.NONE,
            null);

    /** The weight of a tenant that the grant does not name. */
    private static final double UNNAMED_WEIGHT = 1;

    private final String cluster;
    private final GrantVersion version;
    private final Tenant defaultTenant;
    private final Map<Tenant, Terms> terms;
    private final TenantRules rules;
    private final Map<String, GrantedApplication> applications;
    private final NodeTerms nodeTerms;
    private final Leased leased;

    /** Null where it does not say: those told before hold. */
    private final Modes modes;

    private Grant(
            String cluster,
            GrantVersion version,
            Tenant defaultTenant,
            Map<Tenant, Terms> terms,
            TenantRules rules,
            Map<String, GrantedApplication> applications,
            NodeTerms nodeTerms,
            Leased leased,
            Modes modes) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.version = Objects.requireNonNull(version, "version");
        this.defaultTenant = Objects.requireNonNull(defaultTenant, "defaultTenant");
        this.terms = terms;
        this.rules = Objects.requireNonNull(rules, "rules");
        this.applications = applications;
        this.nodeTerms = Objects.requireNonNull(nodeTerms, "nodeTerms");
        this.leased = leased;
        this.modes = modes;
    }

    /** The leases of disks. */
    private static final class Leased {
        private static final Leased NONE = new Leased(Map.of(), Set.of(), 0);

        private final Map<String, Tenant> tenants;
        private final Set<String> draining;
        private final double floor;

        private Leased(Map<String, Tenant> tenants, Set<String> draining, double floor) {
            this.tenants = tenants;
            this.draining = draining;
            this.floor = floor;
        }
    }

    /** A grant of these; of two with the same name the later counts. */
    public static Grant of(
            String cluster,
            GrantVersion version,
            Tenant defaultTenant,
            Collection<Terms> terms,
            TenantRules rules,
            Collection<GrantedApplication> applications) {
        Map<Tenant, Terms> byTenant = new TreeMap<>();
        terms.forEach(each -> byTenant.put(each.tenant(), each));
        Map<String, GrantedApplication> byId = new TreeMap<>();
        applications.forEach(each -> byId.put(each.application(), each));
        return new Grant(
                cluster,
                version,
                defaultTenant,
                // in their order, and looked up many times a tick
                Collections.unmodifiableMap(new LinkedHashMap<>(byTenant)),
                rules,
                Collections.unmodifiableMap(byId),
                NodeTerms.NONE,
                Leased.NONE,
                null);
    }

    /**
     * The same grant with every weight equal, no terms of the node and no leases: in force when the grant has expired.
     * The modes stay: what was switched off stays off.
     */
    public Grant withEqualWeights() {
        Map<Tenant, Terms> equal = new LinkedHashMap<>();
        terms.forEach((tenant, old) ->
                equal.put(tenant, Terms.ofWeight(tenant, UNNAMED_WEIGHT).reading(old.shortCircuit())));
        Map<Tenant, Terms> fixed = Collections.unmodifiableMap(equal);
        return new Grant(
                cluster, version, defaultTenant, fixed, rules, applications, NodeTerms.NONE, Leased.NONE, modes);
    }

    /** The same with these terms of the node. */
    public Grant withTerms(NodeTerms newTerms) {
        return with(applications, newTerms);
    }

    /**
     * The same policy with these leases.
     *
     * @param newLeases by the storage id of a volume, the tenant that has leased the disk that it lies on
     * @param newDraining those of these volumes that are to be drained, before any new blocks go there
     */
    public Grant withLeases(Map<String, Tenant> newLeases, Set<String> newDraining) {
        Map<String, Tenant> tenants = Collections.unmodifiableMap(new TreeMap<>(newLeases));
        return with(new Leased(tenants, Set.copyOf(newDraining), leased.floor));
    }

    /**
     * The same policy with a floor on leased disks.
     *
     * @param newFloor the part of a leased disk that the other tenants get together while its leaseholder wants all of
     *     it; 0 for their share by weight
     * @throws IllegalArgumentException if it is not from 0 to less than 1
     */
    public Grant withFloor(double newFloor) {
        if (!(newFloor >= 0 && newFloor < 1)) {
            throw new IllegalArgumentException("the floor on leased disks is from 0 to less than 1");
        }
        return with(new Leased(leased.tenants, leased.draining, newFloor));
    }

    private Grant with(Leased newLeased) {
        return new Grant(cluster, version, defaultTenant, terms, rules, applications, nodeTerms, newLeased, modes);
    }

    /** The same policy with these modes, which it tells every node. */
    public Grant withModes(Modes newModes) {
        return new Grant(cluster, version, defaultTenant, terms, rules, applications, nodeTerms, leased, newModes);
    }

    /** Whether both assign every application to the same tenant: a change of priorities or leases changes none. */
    boolean assignsAs(Grant other) {
        return rules.equals(other.rules)
                && terms.keySet().equals(other.terms.keySet())
                && defaultTenant.equals(other.defaultTenant);
    }

    /** The same applications and terms of the node under another policy; the same modes, if that tells none. */
    Grant withPolicyOf(Grant policy) {
        Grant under = policy.with(applications, nodeTerms);
        return policy.modes == null ? under.withModes(modes) : under;
    }

    /** The same with these changes of applications. */
    Grant withApplications(Collection<GrantedApplication> living, Collection<String> ended) {
        Map<String, GrantedApplication> byId = new TreeMap<>(applications);
        living.forEach(each -> byId.put(each.application(), each));
        byId.keySet().removeAll(Set.copyOf(ended));
        return with(Collections.unmodifiableMap(byId), nodeTerms);
    }

    private Grant with(Map<String, GrantedApplication> newApplications, NodeTerms newTerms) {
        return new Grant(cluster, version, defaultTenant, terms, rules, newApplications, newTerms, leased, modes);
    }

    /** The policy alone: no applications and no terms of a node. */
    public Grant withoutApplications() {
        return with(Map.of(), NodeTerms.NONE);
    }

    /** The cluster it is for; part of what tags sign. */
    public String cluster() {
        return cluster;
    }

    /** The version of its policy. */
    public GrantVersion version() {
        return version;
    }

    /** The tenant charged for a caller that no rule matches. */
    public Tenant defaultTenant() {
        return defaultTenant;
    }

    /** The tenant's terms on that disk: the node's own, else the policy's. */
    public Terms terms(String volume, Tenant tenant) {
        return nodeTerms.terms(volume, tenant).orElseGet(() -> terms(tenant));
    }

    /** The terms that differ on this node from the policy's. */
    public NodeTerms nodeTerms() {
        return nodeTerms;
    }

    /** The tenant's terms by the policy; weight 1 for one that the grant does not name. */
    public Terms terms(Tenant tenant) {
        Terms named = terms.get(tenant);
        return named != null ? named : Terms.ofWeight(tenant, UNNAMED_WEIGHT);
    }

    /** The policy's terms of all tenants, by name. */
    public List<Terms> terms() {
        return List.copyOf(terms.values());
    }

    /** The tenants whose registered clients may read past the DataNode, by name. */
    public List<Tenant> readingPast() {
        return terms.values().stream()
                .filter(each -> each.shortCircuit() == ShortCircuit.FREE)
                .map(Terms::tenant)
                .collect(Collectors.toUnmodifiableList());
    }

    /** By the storage id of a volume, of any node, the tenant that has leased the disk that it lies on. */
    public Map<String, Tenant> leases() {
        return leased.tenants;
    }

    /** The storage ids of leased volumes, of any node, that are to be drained: no new blocks belong there yet. */
    public Set<String> draining() {
        return leased.draining;
    }

    /**
     * The part of a leased disk that the other tenants get together while its leaseholder wants all of it; 0 for their
     * share by weight.
     */
    public double floor() {
        return leased.floor;
    }

    /** The modes that were set; {@link Modes#NONE} if none was ever told. */
    public Modes modes() {
        return modes == null ? Modes.NONE : modes;
    }

    /** Whether it tells modes; one that tells none leaves them as they are. */
    boolean tellsModes() {
        return modes != null;
    }

    /** The rules for callers without an application that is alive. */
    public TenantRules rules() {
        return rules;
    }

    /** The living application with this id. */
    public Optional<GrantedApplication> application(String id) {
        return Optional.ofNullable(applications.get(id));
    }

    /** Whether it shares its applications with another grant: none of them differs then. */
    @SuppressWarnings("ReferenceEquality") // maps are shared by grants that differ in something else
    public boolean hasApplicationsOf(Grant other) {
        return applications == other.applications;
    }

    /** The living applications, by id. */
    public List<GrantedApplication> applications() {
        return List.copyOf(applications.values());
    }

    @Override
    public String toString() {
        return "Grant " + version + " of " + cluster + ", " + terms.size() + " tenants, "
                + rules.rules().size() + " rules, " + applications.size() + " applications";
    }
}
