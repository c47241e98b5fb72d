package io.hdfsthrottle.cli.feature.timeline;

/**
 * What the user wants to see. Immutable.
 *
 * @param filter only rows with that text
 * @param paused whether nothing is refreshed
 * @param typing whether keys are letters of the filter
 * @param over whether the user has seen enough
 */
record View(Sort sort, String filter, boolean paused, boolean typing, boolean over) {
    private static final int INTERRUPT = 3;
    private static final int BACKSPACE = 8;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;
    private static final int LONGEST = 64;

    static View of(Sort sort, String filter) {
        return new View(sort, filter, false, false, false);
    }

    /** The view after that key. */
    View after(int key) {
        if (key == INTERRUPT) {
            return end();
        }
        return typing ? typed(key) : pressed(key);
    }

    View end() {
        return new View(sort, filter, paused, typing, true);
    }

    private View pressed(int key) {
        return switch (key) {
            case 'q' -> end();
            case 'p', ' ' -> new View(sort, filter, !paused, false, false);
            case '/' -> new View(sort, filter, paused, true, false);
            default -> new View(Sort.of(key).orElse(sort), filter, paused, false, false);
        };
    }

    private View typed(int key) {
        return switch (key) {
            case '\r', '\n' -> new View(sort, filter, paused, false, false);
            case ESCAPE -> new View(sort, "", paused, false, false);
            case BACKSPACE, DELETE -> filtering(filter.substring(0, Math.max(filter.length() - 1, 0)));
            default -> key < ' ' || filter.length() >= LONGEST ? this : filtering(filter + (char) key);
        };
    }

    private View filtering(String text) {
        return new View(sort, text, paused, true, false);
    }
}
