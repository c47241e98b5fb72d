/** How volumes and their tenants fare, as immutable values: written by what schedules, read by reports, metrics and kernel layers. */
package io.hdfsthrottle.observation;
