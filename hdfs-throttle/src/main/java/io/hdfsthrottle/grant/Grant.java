package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRules;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the coordinator tells a node: every tenant's terms, the rules that map callers to tenants, and the applications
 * that are alive. Immutable.
 */
public final class Grant {

    /** What a node goes by when it never heard of a coordinator: everybody is the default tenant, and equal. */
    public static final Grant NOBODY =
            new Grant("", GrantVersion.NONE, Tenant.DEFAULT, new TreeMap<>(), TenantRules.NONE, new TreeMap<>());

    /** The weight of a tenant that the grant does not name. */
    private static final double UNNAMED_WEIGHT = 1;

    private final String cluster;
    private final GrantVersion version;
    private final Tenant defaultTenant;
    private final Map<Tenant, Terms> terms;
    private final TenantRules rules;
    private final Map<String, GrantedApplication> applications;

    private Grant(
            String cluster,
            GrantVersion version,
            Tenant defaultTenant,
            Map<Tenant, Terms> terms,
            TenantRules rules,
            Map<String, GrantedApplication> applications) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.version = Objects.requireNonNull(version, "version");
        this.defaultTenant = Objects.requireNonNull(defaultTenant, "defaultTenant");
        this.terms = Collections.unmodifiableMap(
                new LinkedHashMap<>(terms)); // in their order, and looked up many times a tick
        this.rules = Objects.requireNonNull(rules, "rules");
        this.applications = Collections.unmodifiableMap(applications);
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
        return new Grant(cluster, version, defaultTenant, byTenant, rules, byId);
    }

    /** The same grant with every weight equal: what is left of it when it is too old to be believed. */
    public Grant withEqualWeights() {
        Map<Tenant, Terms> equal = new TreeMap<>();
        terms.keySet().forEach(tenant -> equal.put(tenant, Terms.ofWeight(tenant, UNNAMED_WEIGHT)));
        return new Grant(cluster, version, defaultTenant, equal, rules, applications);
    }

    /** Which cluster it is for; part of what tags sign. */
    public String cluster() {
        return cluster;
    }

    /** How new it is. */
    public GrantVersion version() {
        return version;
    }

    /** Who pays for a caller that no rule matches. */
    public Tenant defaultTenant() {
        return defaultTenant;
    }

    /** The tenant's terms; weight 1 for one that the grant does not name. */
    public Terms terms(Tenant tenant) {
        Terms named = terms.get(tenant);
        return named != null ? named : Terms.ofWeight(tenant, UNNAMED_WEIGHT);
    }

    /** The terms of all tenants, by name. */
    public List<Terms> terms() {
        return List.copyOf(terms.values());
    }

    /** The rules for callers without an application that is alive. */
    public TenantRules rules() {
        return rules;
    }

    /** The living application with this id. */
    public Optional<GrantedApplication> application(String id) {
        return Optional.ofNullable(applications.get(id));
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
