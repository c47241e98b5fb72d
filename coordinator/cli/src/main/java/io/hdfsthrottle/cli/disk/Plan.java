package io.hdfsthrottle.cli.disk;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param size bytes of the file that is written for it and used
 * @param length how long each single measurement takes
 * @param repeats how often each is made
 * @param fio whether fio may be used where it is
 */
public record Plan(long size, Duration length, int repeats, boolean fio) {}
