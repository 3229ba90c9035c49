/**
 * Checks, repairs and backs up a whole store.
 *
 * <p>Enters: the directory of a store. Leaves: findings with file and offset, a store that can be
 * opened again, a copy of a store. All of it runs in the thread of the caller. A check and a repair
 * need exclusive use of the store; a backup copies a store that may be open. Nothing is deleted
 * except the remains of an interrupted copy: what a repair removes goes to the {@code Quarantine}.
 * A repair interrupted by a crash can be repeated, and a copy is complete or does not exist.
 *
 * <p>Read {@link io.rowandb.engine.care.DatabaseCheck} first, then {@link
 * io.rowandb.engine.care.DatabaseRepair} and {@link io.rowandb.engine.care.StoreBackup}.
 */
package io.rowandb.engine.care;
