/**
 * Tiers: folders of HDFS whose files begin on fast storage and go on to slower storage when the disks are quiet. Values in, values out, but for the book that keeps what
 * people decided.
 *
 * <p>How far a file has come is known to HDFS alone: by its storage policy, and by the storage types on which its blocks lie. Every step is one operation of HDFS that may
 * be repeated, so the coordinator that leads after a crash asks HDFS and finds what is left to do.
 */
package io.hdfsthrottle.coordinator.tier;
