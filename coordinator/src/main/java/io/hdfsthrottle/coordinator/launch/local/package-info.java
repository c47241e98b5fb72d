/** Clusters as processes of this host: starts them, follows them, and leaves nothing behind, whoever is killed. */
package io.hdfsthrottle.coordinator.launch.local;
