/**
 * The usage report that a node sends about once a second: tenants, applications, disks and coverage, and its JSON form.
 * Immutable values.
 */
package io.hdfsthrottle.usage;
