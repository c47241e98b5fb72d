package io.hdfsthrottle.part;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The path down the share tree from a tenant to what a stream is for: an application, and as far as they are
 * distinguished an executor, a pool and a task. Executors are a level only where rates are for each of them. Immutable.
 */
public final class SharePath {

    /** The name of the node shared by all parts without room at their level; no part has that name. */
    private static final String OTHERS = "*";

    private static final char BELOW = '\n';

    private final Optional<String> application;
    private final List<Step> steps;
    private final String key;

    private SharePath(Optional<String> application, List<Step> steps) {
        this.application = application;
        this.steps = List.copyOf(steps);
        StringBuilder written = new StringBuilder(steps.get(0).key);
        steps.subList(1, steps.size()).forEach(step -> written.append(BELOW).append(step.key));
        this.key = written.toString();
    }

    /** A share of a tenant that is not divided further: I/O from an address, of a user, or of HDFS's own work. */
    public static SharePath of(String name) {
        return new SharePath(Optional.empty(), List.of(new Step(Level.APPLICATION, "", name)));
    }

    /** An application's whole share, or a part of it. */
    public static SharePath of(String application, Optional<Part> part, PartTerms terms) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(Level.APPLICATION, application, "app:" + application));
        Part known = part.orElse(Part.NONE);
        if (terms.per() == Level.EXECUTOR) {
            steps.add(new Step(Level.EXECUTOR, known.executor(), "e:" + known.executor()));
        }
        if (part.isPresent()) { // streams without a pool share one place beside the pools
            steps.add(new Step(Level.POOL, known.pool(), "p:" + known.pool()));
        }
        if (!known.task().isEmpty() || terms.per() == Level.TASK) {
            steps.add(new Step(Level.TASK, known.task(), "t:" + known.task()));
        }
        return new SharePath(Optional.of(application), steps);
    }

    /** The application's id, if it is one's. */
    public Optional<String> application() {
        return application;
    }

    /** The levels from the top. */
    public List<Step> steps() {
        return steps;
    }

    /** The key that distinguishes it from all others of the tenant. */
    public String key() {
        return key;
    }

    /** The key of a step below a node of that key. */
    public static String below(String above, Step step) {
        return above + BELOW + step.key;
    }

    /** One level of the path. Immutable. */
    public static final class Step {

        private final Level level;
        private final String name;
        private final String key;

        private Step(Level level, String name, String key) {
            this.level = level;
            this.name = name;
            this.key = key;
        }

        /** The node shared by all parts without a node of their own there. */
        public Step others() {
            return new Step(level, OTHERS, OTHERS);
        }

        /** Its level. */
        public Level level() {
            return level;
        }

        /** The name of the part there. */
        public String name() {
            return name;
        }

        /** Its key among all steps of its level and of others. */
        public String key() {
            return key;
        }
    }

    @Override
    public String toString() {
        return key.replace(BELOW, '/');
    }
}
