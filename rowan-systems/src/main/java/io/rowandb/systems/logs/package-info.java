/**
 * A log store. Read {@link io.rowandb.systems.logs.LogStore} first; {@link
 * io.rowandb.systems.logs.LogAttempts} has the designs beside it.
 */
package io.rowandb.systems.logs;
