/** What the core's tests share: seeded cases, clocks set by hand, virtual time, and coordinators that are not there. */
package io.hdfsthrottle.fakes;
