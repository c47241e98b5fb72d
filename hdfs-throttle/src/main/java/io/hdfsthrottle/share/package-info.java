/** What each tenant is due. Pure arithmetic: values in, values out. */
package io.hdfsthrottle.share;
