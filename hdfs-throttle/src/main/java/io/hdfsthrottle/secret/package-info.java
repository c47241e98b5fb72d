/**
 * Files of a site that people write: text, decoded strictly; secrets, which others must not read or change, and when
 * they are read again.
 */
package io.hdfsthrottle.secret;
