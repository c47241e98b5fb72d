/** The division of a volume's capacity among its tenants. Pure arithmetic: values in, values out. */
package io.hdfsthrottle.share;
