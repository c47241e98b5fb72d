/**
 * The settings of an agent, a class for each concern: read from the administrator's configuration, refused with a
 * message that names a good value.
 */
package io.hdfsthrottle.setting;
