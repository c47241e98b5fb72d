/** What is told apart within an application, and on which terms its parts are served. Pure. */
package io.hdfsthrottle.part;
