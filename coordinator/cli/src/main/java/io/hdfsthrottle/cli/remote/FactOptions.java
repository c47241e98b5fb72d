package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.rule.Fact;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options for the facts that rules match: patterns where a rule is set, values where a caller is tried. */
public final class FactOptions {
    @Option(names = "--user", paramLabel = "USER", description = "The user: etl-*.")
    private String user;

    @Option(names = "--group", paramLabel = "GROUP", description = "A group that the user is in, as DataNodes know it.")
    private String group;

    @Option(names = "--application", paramLabel = "ID", description = "The id of a registered application.")
    private String application;

    @Option(names = "--application-name", paramLabel = "NAME", description = "What a registered application is called.")
    private String applicationName;

    @Option(names = "--claims", paramLabel = "TENANT", description = "The tenant that an application asks to be.")
    private String claims;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Where a client is: 10.1.0.0/16 in a rule.")
    private String address;

    @Option(names = "--operation", paramLabel = "OPERATION", description = "read or write.")
    private String operation;

    @Option(names = "--client-name", paramLabel = "NAME", description = "What an HDFS client calls itself.")
    private String clientName;

    @Option(names = "--pool", paramLabel = "POOL", description = "The pool that an application says it is for.")
    private String pool;

    /** The facts that were given. */
    public Map<Fact, String> given() {
        Map<Fact, String> given = new EnumMap<>(Fact.class);
        given.put(Fact.USER, user);
        given.put(Fact.GROUP, group);
        given.put(Fact.APPLICATION, application);
        given.put(Fact.APPLICATION_NAME, applicationName);
        given.put(Fact.CLAIMS, claims);
        given.put(Fact.ADDRESS, address);
        given.put(Fact.OPERATION, operation);
        given.put(Fact.CLIENT_NAME, clientName);
        given.put(Fact.POOL, pool);
        given.values().removeIf(value -> value == null);
        return given;
    }
}
