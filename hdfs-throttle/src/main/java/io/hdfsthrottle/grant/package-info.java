/** What the coordinator last said, where it is kept, and how old it is. */
package io.hdfsthrottle.grant;
