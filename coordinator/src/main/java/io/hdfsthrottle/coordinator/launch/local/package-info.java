/** Clusters as processes of this host: starts and follows them, and leaves nothing behind when one of the processes is killed. */
package io.hdfsthrottle.coordinator.launch.local;
