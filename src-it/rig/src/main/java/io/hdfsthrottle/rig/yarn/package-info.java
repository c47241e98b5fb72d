/** Hadoop's YARN as processes of this host. */
package io.hdfsthrottle.rig.yarn;
