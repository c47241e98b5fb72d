package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The terms of one node's disks, where they differ from the policy's, because a tenant's share is of the cluster. May
 * change every second. Immutable.
 */
public final class NodeTerms {

    /** No terms of its own: the policy's hold on every disk. */
    public static final NodeTerms NONE = new NodeTerms(GrantVersion.NONE, Map.of(), Map.of());

    private final GrantVersion version;
    private final Map<Tenant, Terms> elsewhere;
    private final Map<String, Map<Tenant, Terms>> volumes;

    private NodeTerms(GrantVersion version, Map<Tenant, Terms> elsewhere, Map<String, Map<Tenant, Terms>> volumes) {
        this.version = Objects.requireNonNull(version, "version");
        this.elsewhere = elsewhere;
        this.volumes = volumes;
    }

    /**
     * Those on disks that are not named, of tenants whose terms there differ from the policy's; and by the storage id
     * of a disk the terms there of tenants whose terms differ from both.
     */
    public static NodeTerms of(
            GrantVersion version, Collection<Terms> elsewhere, Map<String, ? extends Collection<Terms>> volumes) {
        Map<String, Map<Tenant, Terms>> byVolume = new TreeMap<>();
        volumes.forEach((volume, terms) -> byVolume.put(volume, byTenant(terms)));
        return new NodeTerms(version, byTenant(elsewhere), byVolume);
    }

    private static Map<Tenant, Terms> byTenant(Collection<Terms> terms) {
        Map<Tenant, Terms> byTenant = new LinkedHashMap<>();
        terms.forEach(each -> byTenant.put(each.tenant(), each));
        return byTenant;
    }

    /** The same under another version. */
    public NodeTerms as(GrantVersion newVersion) {
        return new NodeTerms(newVersion, elsewhere, volumes);
    }

    /** Their version. */
    public GrantVersion version() {
        return version;
    }

    /** The tenant's terms on that disk; nothing where the policy's hold. */
    public Optional<Terms> terms(String volume, Tenant tenant) {
        Map<Tenant, Terms> there = volumes.get(volume);
        Terms named = there == null ? null : there.get(tenant);
        return Optional.ofNullable(named == null ? elsewhere.get(tenant) : named);
    }

    /** The terms on disks that are not named. */
    public List<Terms> elsewhere() {
        return List.copyOf(elsewhere.values());
    }

    /** The disks that are named. */
    public Collection<String> volumes() {
        return List.copyOf(volumes.keySet());
    }

    /** The terms that are named for that disk. */
    public List<Terms> on(String volume) {
        return List.copyOf(volumes.getOrDefault(volume, Map.of()).values());
    }

    /** Whether the terms are equal, whatever their versions. */
    public boolean sameAs(NodeTerms other) {
        return elsewhere.equals(other.elsewhere) && volumes.equals(other.volumes);
    }

    @Override
    public String toString() {
        return "NodeTerms " + version + " " + elsewhere.values() + " " + volumes;
    }
}
