/** The disk that each volume of a node is on, as the kernel shows it and coordinators receive it. */
package io.hdfsthrottle.device;
