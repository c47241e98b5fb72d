package io.hdfsthrottle.agent;

/** What the host of an agent says of itself. Its methods may be called from any thread. */
public interface Host {

    /** A host that says nothing. */
    Host UNKNOWN = new Host() {
        @Override
        public boolean readsAhead() {
            return false;
        }
    };

    /**
     * Whether the host itself reads ahead, on threads other than those that send: what those caused the device to do then does not
     * show what was read for whom.
     */
    boolean readsAhead();
}
