package io.hdfsthrottle.grant;

import java.util.List;

/** An update on the applications that a node holds: which are alive and which have ended. Immutable. */
public final class ApplicationUpdate {

    private final long sequence;
    private final boolean again;
    private final List<GrantedApplication> living;
    private final List<String> ended;

    private ApplicationUpdate(long sequence, boolean again, List<GrantedApplication> living, List<String> ended) {
        this.sequence = sequence;
        this.again = again;
        this.living = List.copyOf(living);
        this.ended = List.copyOf(ended);
    }

    public static ApplicationUpdate of(long sequence, List<GrantedApplication> living, List<String> ended) {
        return new ApplicationUpdate(sequence, false, living, ended);
    }

    /** The coordinator does not know which applications the node holds: the node must ask for all of them again. */
    public static ApplicationUpdate askAgain(long sequence) {
        return new ApplicationUpdate(sequence, true, List.of(), List.of());
    }

    /** The last change that they contain, in the coordinator's term. */
    public long sequence() {
        return sequence;
    }

    /** Whether the node is to ask again for all applications that it holds. */
    public boolean again() {
        return again;
    }

    /** Applications as they are now. */
    public List<GrantedApplication> living() {
        return living;
    }

    /** The ids of applications that are not alive. */
    public List<String> ended() {
        return ended;
    }

    @Override
    public String toString() {
        return "applications " + sequence + (again ? " (ask again)" : "") + " living " + living + " ended " + ended;
    }
}
