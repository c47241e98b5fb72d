package io.hdfsthrottle.rig.quickstart;

/**
 * One of the applications that share the disk.
 *
 * @param tenant who owns it
 * @param priority what its share is worth
 * @param threads how many files it reads at once, which must not matter
 */
record Contender(String tenant, int priority, int threads) {}
