/** Assembles settings, grants, pacers and the link inside a host, and guards every entry from it. */
package io.hdfsthrottle.agent;
