/** The fields of a DataNode that the hook occupies, and restores when it stops. */
package io.hdfsthrottle.datanode.field;
