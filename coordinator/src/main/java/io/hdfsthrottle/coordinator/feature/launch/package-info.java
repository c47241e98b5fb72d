/** Launches applications on leased disks: settings, routes and what they answer. */
package io.hdfsthrottle.coordinator.feature.launch;
