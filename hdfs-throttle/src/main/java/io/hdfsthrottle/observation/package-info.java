/**
 * The activity of volumes and their tenants, as immutable values: written by the scheduler, read by reports, metrics
 * and kernel layers.
 */
package io.hdfsthrottle.observation;
