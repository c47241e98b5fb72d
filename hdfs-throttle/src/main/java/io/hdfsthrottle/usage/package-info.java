/** What a node reports of itself about once a second: tenants, applications, disks and coverage, and how that is written. Immutable values. */
package io.hdfsthrottle.usage;
