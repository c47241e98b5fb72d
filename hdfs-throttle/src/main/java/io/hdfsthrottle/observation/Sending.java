package io.hdfsthrottle.observation;

/** What a connection waits for that has bytes to send. */
public enum Sending {
    /** For the network: they are on their way, or to be soon. */
    NETWORK,
    /** For the other end, which takes no more. */
    PEER
}
