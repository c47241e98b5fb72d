/** Commands with which applications are launched on leased disks. */
package io.hdfsthrottle.cli.feature.launch;
