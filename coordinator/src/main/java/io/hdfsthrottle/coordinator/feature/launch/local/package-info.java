/**
 * Runs deployments as processes of this host, drivers of YARN among them: starts and monitors them, and leaves nothing
 * behind when one of the processes is killed.
 */
package io.hdfsthrottle.coordinator.feature.launch.local;
