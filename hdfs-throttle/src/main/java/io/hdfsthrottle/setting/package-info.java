/** The settings of an agent, a class for each concern: read from what an operator wrote, refused with a message that names a good value. */
package io.hdfsthrottle.setting;
