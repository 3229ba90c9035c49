/**
 * Call records of a phone network. Read {@link io.rowandb.systems.calls.CallRecords} first; {@link
 * io.rowandb.systems.calls.CallAttempts} has the designs beside it.
 */
package io.rowandb.systems.calls;
