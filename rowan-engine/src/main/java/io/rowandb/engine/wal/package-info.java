/**
 * The write-ahead log, which makes acknowledged writes survive a crash.
 *
 * <p>Enters: mutations of one region, and how safe they must be. Leaves: a sequence id for each
 * list of mutations, and, when a database opens, every logged entry in that order. There are no
 * threads here: a thread that waits for its write writes for all that wait, and the database's
 * maintenance calls {@link io.rowandb.engine.wal.Wal#forceIfDirty}. After a crash the log holds
 * everything that was forced, perhaps more, and never half an entry; damage to what was forced is
 * reported, not skipped. Read {@link io.rowandb.engine.wal.Wal} first, then {@code WalFormat}.
 */
package io.rowandb.engine.wal;
