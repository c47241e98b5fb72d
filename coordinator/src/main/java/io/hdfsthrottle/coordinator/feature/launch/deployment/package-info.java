/**
 * Applications that run on leased disks: what can be launched, for which users, and the state of what was launched.
 * Pure functions of values, except for the book that leases, starts and ends.
 */
package io.hdfsthrottle.coordinator.feature.launch.deployment;
