/**
 * Why an application, a tenant or a disk is slow, who has what it lacks, and what would help. Pure: a situation in, an
 * explanation out.
 */
package io.hdfsthrottle.coordinator.explain;
