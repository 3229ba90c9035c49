/**
 * The fast door on stores in memory, as programs use it: through HBase's interfaces only. Read
 * {@code DoorTest}, on which the others stand, first.
 */
package io.rowandb.client.direct;
