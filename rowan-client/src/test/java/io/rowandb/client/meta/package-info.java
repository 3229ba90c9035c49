/** Keys of {@code hbase:meta}. */
package io.rowandb.client.meta;
