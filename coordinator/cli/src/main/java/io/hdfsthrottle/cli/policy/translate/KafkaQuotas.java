package io.hdfsthrottle.cli.policy.translate;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kafka's quotas, as {@code kafka-configs.sh --describe} prints them, or {@code USER,producer_byte_rate=N,...} a line:
 * users become tenants with a limit.
 */
final class KafkaQuotas {
    private static final String WRITES = "producer_byte_rate";
    private static final String READS = "consumer_byte_rate";

    /** Bytes per second that no disk gives: what Kafka has for no quota is more. */
    private static final long UNLIMITED = 1_000_000_000_000_000L;

    private static final Pattern DESCRIBED =
            Pattern.compile("(?:Quota c|C)onfigs for (.{1,1000}?) are\\s*(\\S.*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern ENTITY =
            Pattern.compile("(user-principal|client-id) '([^']{1,250})'|(?:the )?default (user-principal|client-id)");

    private static final Pattern SIMPLE = Pattern.compile("([^,=]{1,250}),(.*=.*)");

    private final Source source;
    private final Translation translation;
    private final List<Quota> quotas = new ArrayList<>();

    /** The callers that one is of; who has most facts comes first, and a user before a client, as in Kafka. */
    private record Quota(int line, String tenant, Map<Fact, String> match, int rank) {}

    private KafkaQuotas(Source source) {
        this.source = source;
        this.translation = new Translation(source);
    }

    static Translation translate(Source source) {
        KafkaQuotas quotas = new KafkaQuotas(source);
        String[] lines = source.text().split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                quotas.line(i + 1, line);
            }
        }
        quotas.quotas.stream()
                .sorted(Comparator.comparingInt(Quota::rank))
                .forEach(each -> quotas.translation.rule(each.line, "quota-" + each.tenant, each.match, each.tenant));
        if (quotas.translation.tenants().isEmpty()) {
            throw source.refused(
                    1,
                    "there is no quota of a user or client; a good line is: Quota configs for user-principal 'alice' are"
                            + " consumer_byte_rate=2097152.0, producer_byte_rate=1048576.0");
        }
        quotas.translation.commentOnAll(
                "a quota is of each broker, limitBytesPerSecond of the whole cluster: multiply it by the number of brokers");
        quotas.translation.commentOnAll("quotas have no weights: every tenant has priority 1");
        return quotas.translation;
    }

    private void line(int number, String line) {
        Matcher described = DESCRIBED.matcher(line);
        Matcher simple = SIMPLE.matcher(line);
        if (described.matches()) {
            String configs = described.group(2) == null ? "" : described.group(2);
            entity(number, described.group(1), rates(number, line, configs));
        } else if (simple.matches()) {
            quota(number, simple.group(1).strip(), null, rates(number, line, simple.group(2)));
        } else {
            throw source.refused(
                    number,
                    "'" + Source.shown(line) + "' is no quota; a good line is alice,producer_byte_rate=1048576");
        }
    }

    private void entity(int number, String entity, Map<String, Long> rates) {
        Matcher each = ENTITY.matcher(entity);
        String user = null;
        String client = null;
        int end = 0;
        while (each.find(end) && entity.substring(end, each.start()).matches("(, ?)?")) {
            if (each.group(3) != null) {
                translation.comment(
                        number,
                        "a quota of " + Source.shown(entity)
                                + " has no counterpart: it is of each that has none, where a"
                                + " tenant's limit is of all together");
                return;
            }
            if (each.group(1).equals("client-id")) {
                client = each.group(2);
            } else {
                user = each.group(2);
            }
            end = each.end();
        }
        if (end != entity.length()) {
            translation.comment(number, "a quota of " + Source.shown(entity) + " has no counterpart");
            return;
        }
        quota(number, user, client, rates);
    }

    /** The byte rates; what else there is, is told. */
    private Map<String, Long> rates(int number, String line, String configs) {
        Map<String, Long> rates = new LinkedHashMap<>();
        for (String config : configs.split(",", -1)) {
            String[] parts = config.strip().split("=", 2);
            String name = parts[0].strip();
            if (parts.length == 2 && (name.equals(READS) || name.equals(WRITES))) {
                long rate = rate(number, name, parts[1].strip());
                if (rate < UNLIMITED) {
                    rates.put(name, rate);
                }
            } else if (!config.isBlank()) {
                translation.comment(number, Source.shown(config) + " has no counterpart, in: " + Source.shown(line));
            }
        }
        return rates;
    }

    private long rate(int number, String name, String written) {
        try {
            double rate = Double.parseDouble(written);
            if (rate >= 1) {
                return (long) Math.min(rate, UNLIMITED);
            }
        } catch (NumberFormatException none) {
            // refused below, like a number out of bounds
        }
        throw source.refused(
                number,
                name + " '" + Source.shown(written) + "' is no rate; a good value is 1048576, bytes per second");
    }

    private void quota(int number, String user, String client, Map<String, Long> rates) {
        boolean everybodys = client == null && user.equals(Tenant.DEFAULT.name());
        String name =
                everybodys ? "user." + user : client == null ? user : (user == null ? "client" : user) + "." + client;
        if (rates.isEmpty()) {
            translation.comment(number, "'" + Source.shown(name) + "' has no quota of bytes");
            return;
        }
        long limit = rates.values().stream().mapToLong(Long::longValue).sum();
        Map<Fact, String> match = new EnumMap<>(Fact.class);
        if (user != null) {
            match.put(Fact.USER, user);
        }
        if (client != null) {
            match.put(Fact.APPLICATION_NAME, client);
            translation.comment(number, "client-id '" + Source.shown(client) + "' is taken for an application's name");
        }
        if (everybodys) {
            translation.comment(
                    number,
                    "user " + user + " becomes tenant " + name + ": tenant " + user
                            + " is of all for whom no rule matches, who would share this quota");
        }
        translation.tenant(number, "user or client", name, 1, limit);
        if (rates.size() == 1) {
            boolean reads = rates.containsKey(READS);
            match.put(Fact.OPERATION, reads ? "read" : "write");
            translation.comment(
                    number,
                    "tenant " + name + " has " + (reads ? "reads" : "writes") + " alone; "
                            + (reads ? "writes" : "reads") + ", which have no quota, are charged to default");
        } else {
            translation.comment(number, "tenant " + name + " has one limit for reads and writes together, their sum");
        }
        quotas.add(new Quota(number, name, match, client == null ? 1 : user == null ? 2 : 0));
    }
}
