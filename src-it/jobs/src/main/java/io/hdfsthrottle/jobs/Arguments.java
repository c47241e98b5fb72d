package io.hdfsthrottle.jobs;

import java.util.LinkedHashMap;
import java.util.Map;

/** The {@code name=value} arguments of a job; a missing one ends the job with its name. */
public final class Arguments {

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /** Parses the arguments. */
    public static Arguments parse(String[] arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("expected name=value, not '" + argument + "'");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new Arguments(values);
    }

    /** Whether it was given. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The argument's text. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("argument '" + name + "=...' is missing; given: " + values.keySet());
        }
        return value;
    }

    /** The argument as a number. */
    public long number(String name) {
        return Long.parseLong(text(name));
    }

    /** The argument as a number that fits into an int. */
    public int count(String name) {
        return Math.toIntExact(number(name));
    }
}
