/**
 * Tiers: folders of HDFS whose files start on fast storage and move on to slower storage when the disks are quiet.
 * Values in, values out, except for the book that persists the configured tiers.
 *
 * <p>The progress of a file is known to HDFS alone: by its storage policy, and by the storage types of its blocks.
 * Every step is one HDFS operation that may be repeated, so the coordinator that leads after a crash queries HDFS and
 * finds what is left to do.
 */
package io.hdfsthrottle.coordinator.feature.tier;
