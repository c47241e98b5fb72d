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
            Map.of(),
            Set.of(),
            0,
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
    private final Map<String, Tenant> leases;
    private final Set<String> draining;
    private final double floor;

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
            Map<String, Tenant> leases,
            Set<String> draining,
            double floor,
            Modes modes) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.version = Objects.requireNonNull(version, "version");
        this.defaultTenant = Objects.requireNonNull(defaultTenant, "defaultTenant");
        this.terms = terms;
        this.rules = Objects.requireNonNull(rules, "rules");
        this.applications = applications;
        this.nodeTerms = Objects.requireNonNull(nodeTerms, "nodeTerms");
        this.leases = leases;
        this.draining = draining;
        this.floor = floor;
        this.modes = modes;
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
                Collections.unmodifiableMap(
                        new LinkedHashMap<>(byTenant)), // in their order, and looked up many times a tick
                rules,
                Collections.unmodifiableMap(byId),
                NodeTerms.NONE,
                Map.of(),
                Set.of(),
                0,
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
        return new Grant(
                cluster,
                version,
                defaultTenant,
                Collections.unmodifiableMap(equal),
                rules,
                applications,
                NodeTerms.NONE,
                Map.of(),
                Set.of(),
                0,
                modes);
    }

    /** The same with these terms of the node. */
    public Grant withTerms(NodeTerms newTerms) {
        return new Grant(
                cluster, version, defaultTenant, terms, rules, applications, newTerms, leases, draining, floor, modes);
    }

    /**
     * The same policy with these leases.
     *
     * @param newLeases by the storage id of a volume, the tenant that has leased the disk that it lies on
     * @param newDraining those of these volumes that are to be drained, before any new blocks go there
     */
    public Grant withLeases(Map<String, Tenant> newLeases, Set<String> newDraining) {
        return new Grant(
                cluster,
                version,
                defaultTenant,
                terms,
                rules,
                applications,
                nodeTerms,
                Collections.unmodifiableMap(new TreeMap<>(newLeases)),
                Set.copyOf(newDraining),
                floor,
                modes);
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
        return new Grant(
                cluster,
                version,
                defaultTenant,
                terms,
                rules,
                applications,
                nodeTerms,
                leases,
                draining,
                newFloor,
                modes);
    }

    /** The same policy with these modes, which it tells every node. */
    public Grant withModes(Modes newModes) {
        return new Grant(
                cluster,
                version,
                defaultTenant,
                terms,
                rules,
                applications,
                nodeTerms,
                leases,
                draining,
                floor,
                newModes);
    }

    /** Whether both assign every application to the same tenant: a change of priorities or leases changes none. */
    boolean assignsAs(Grant other) {
        return rules.equals(other.rules)
                && terms.keySet().equals(other.terms.keySet())
                && defaultTenant.equals(other.defaultTenant);
    }

    /** The same applications and terms of the node under another policy; the same modes, if that tells none. */
    Grant withPolicyOf(Grant policy) {
        return new Grant(
                policy.cluster,
                policy.version,
                policy.defaultTenant,
                policy.terms,
                policy.rules,
                applications,
                nodeTerms,
                policy.leases,
                policy.draining,
                policy.floor,
                policy.modes == null ? modes : policy.modes);
    }

    /** The same with these changes of applications. */
    Grant withApplications(Collection<GrantedApplication> living, Collection<String> ended) {
        Map<String, GrantedApplication> byId = new TreeMap<>(applications);
        living.forEach(each -> byId.put(each.application(), each));
        byId.keySet().removeAll(Set.copyOf(ended));
        return new Grant(
                cluster,
                version,
                defaultTenant,
                terms,
                rules,
                Collections.unmodifiableMap(byId),
                nodeTerms,
                leases,
                draining,
                floor,
                modes);
    }

    /** The policy alone: no applications and no terms of a node. */
    public Grant withoutApplications() {
        return new Grant(
                cluster,
                version,
                defaultTenant,
                terms,
                rules,
                Map.of(),
                NodeTerms.NONE,
                leases,
                draining,
                floor,
                modes);
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
        return leases;
    }

    /** The storage ids of leased volumes, of any node, that are to be drained: no new blocks belong there yet. */
    public Set<String> draining() {
        return draining;
    }

    /**
     * The part of a leased disk that the other tenants get together while its leaseholder wants all of it; 0 for their
     * share by weight.
     */
    public double floor() {
        return floor;
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
