/**
 * The engine's lock-free places, and what runs each of them in two threads as often as it can. A
 * test that is named here is a {@code @JCStressTest} in the room's package; {@code StressTest} runs
 * them all, {@code LockFreePlacesTest} keeps the list complete. Read {@code SnapshotStress} first.
 *
 * <pre>
 * background.MemStoreLimits  sizes, and who waits for them     MemoryWaitStress
 * cache.CacheEntry           uses, lost at will                CacheEvictionStress
 * cache.CacheShard           reads checked by a stamp          CacheGrowthStress CacheRemovalStress CacheEvictionStress
 * cache.OffHeapShard         copies checked by a stamp         OffHeapReuseStress
 * io.MemoryFile              size after the bytes              GrowingFileStress
 * lock.SpinLock              spins before it sleeps            SpinLockStress
 * memstore.CellChunks        chunks behind a released link     PublishedCellStress GrowingIndexStress ReservedBesideStress
 * memstore.CellSkipList      nodes before links                PublishedCellStress ReplacedCellStress
 * memstore.LongArena         pages behind a released link;     GrowingIndexStress ReservedBesideStress
 *                            room that never falls
 * memstore.MemStore          numbers; memory after readers     ReadPointStress ReusedMemoryStress
 * memstore.RowHashIndex      slots after nodes, tables after   GrowingRowHashStress
 *                            what is in them
 * region.Mvcc                the read point; who waits for it  ReadPointStress VisibilityWaitStress
 * region.NotedTimes          the floor before a place         NotedTimesStress
 * region.RegionContent       freezes beside writes             FreezeStress
 * region.RegionView          pins                              PinnedViewStress
 * region.RegionViews         view and read point together      SnapshotStress FreezeStress
 * region.RowLocks            stamped locks, in one order       RowLocksStress SharedRowLockStress
 * region.WriteTimes          notes, looked at before the lock  WriteTimesStress NotedTimesStress
 * store.SharedStoreFile      references                        SharedStoreFileStress LastReferenceStress
 * wal.ForceTurn              one forces for all                ForceTurnStress GroupCommitStress
 * wal.SegmentWriter          the segment while it changes      RollingLogStress
 * wal.Wal                    written before it is announced    GroupCommitStress FailedGroupStress
 * wal.WalFailures            failed before it is announced     FailedGroupStress
 * wal.WalSegment             forced up to a length             GroupCommitStress RollingLogStress
 * </pre>
 *
 * What has no test, and why it needs none:
 *
 * <pre>
 * background.DatabaseLog     references that are set once, while a database opens
 * background.BackgroundFailures a count for statistics, and the last of them
 * background.Compactions     a count for statistics, and flags
 * background.LogHolders      one reference to what never changes
 * background.Maintenance     counts for statistics, and flags
 * background.Period          one number that stands for itself
 * background.Purges          a flag
 * background.SplitQueue      a flag, and one reference that is set once
 * background.TableMap        one reference to what never changes
 * bulk.CellCount             a count for progress
 * cache.BlockCache           a counter; the rest is its shards'
 * cache.CacheCounts          counts for statistics
 * cache.FrequencySketch      counts for estimates, lost at will
 * cache.OffHeapCache         a count for statistics
 * catalog.Manifest           one reference to what never changes
 * catalog.ManifestFiles      a counter
 * catalog.StoreLayout       a counter
 * cell.Bytes                 views of bytes, read and written plainly
 * io.ByteReader              views of bytes, read and written plainly
 * io.ByteWriter              views of bytes, read and written plainly
 * io.EncryptedAppendFile     one number that stands for itself
 * io.FailureLog              a count for statistics
 * io.LocalAppendFile         one number that stands for itself, and a flag
 * io.LocalReadFile           one reference, replaced under a lock
 * io.OwnerFile               a flag
 * latency.OperationTimer     counts for statistics, a flag, and one reference, made under a lock
 * region.AheadTimes          noted and asked under the row's lock; others' only make a write wait
 * region.RegionEnvironment   counts for statistics
 * region.RegionReads         counts for statistics
 * region.RowUpdates          one number that stands for itself
 * region.StoredRegion        counts for statistics, and one reference to what never changes
 * root.AutomaticSplits       a count for statistics
 * root.Database              a count for statistics
 * root.DatabaseParts         a count for statistics
 * root.RegionOpener          counts for statistics
 * root.SchemaChanges         a sum for statistics, and a flag
 * scan.HiddenCells           a count that stands for itself
 * store.CacheLoading         a flag
 * store.FileSelections       counts for statistics
 * store.ObsoleteFiles        a counter
 * store.Purging              counts for estimates, and who looks, by one compare-and-set
 * storefile.MurmurHash       views of bytes, read plainly
 * wal.OldSegments            one number that only grows, and stands for itself
 * wal.UnforcedTime           two flags: one too many is one force more, and the time is the writer's
 * </pre>
 */
package io.rowandb.jcstress;
