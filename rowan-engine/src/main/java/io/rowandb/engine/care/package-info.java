/**
 * The care of a whole store: its check, its repair, its backup.
 *
 * <p>Enters: the directory of a store. Leaves: findings with file and offset, a store that can be
 * opened again, a copy of a store. All of it runs in the thread of the caller. A check and a repair
 * want the store to themselves; a backup copies one that anybody may have open. Nothing is deleted
 * but what a copy that was broken off has left: what a repair takes away is in the {@code
 * Quarantine}. A repair that a crash has cut short is made again, and a copy is whole or not there.
 *
 * <p>Read {@link io.rowandb.engine.care.DatabaseCheck} first, then {@link
 * io.rowandb.engine.care.DatabaseRepair} and {@link io.rowandb.engine.care.StoreBackup}.
 */
package io.rowandb.engine.care;
