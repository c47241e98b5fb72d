/** Which disk each volume of a node lies on, as the kernel shows it and coordinators are told. */
package io.hdfsthrottle.device;
