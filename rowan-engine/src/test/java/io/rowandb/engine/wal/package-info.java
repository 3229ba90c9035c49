/**
 * The log: its bytes, who forces it, and what is read back after every kind of damage. Read {@code
 * WalDamageTest} first.
 */
package io.rowandb.engine.wal;
