/**
 * An immutable sorted file of cells: HFile version 3, byte for byte as HBase reads and writes it.
 *
 * <p>Enters: cells in {@link io.rowandb.engine.cell.CellOrder}, once, through {@link
 * io.rowandb.engine.storefile.StoreFileWriter}. Leaves: {@link io.rowandb.engine.cell.CellScanner}s
 * over a {@link io.rowandb.engine.storefile.StoreFile}, whose cells are views of blocks in the
 * {@link io.rowandb.engine.cache.BlockCache}. No thread lives here: a writer belongs to the thread
 * that flushes or compacts, a scanner to the thread that reads, and an open file and the cache are
 * shared by all.
 *
 * <p>A family's DATA_BLOCK_ENCODING and COMPRESSION hold for the files written from then on; files
 * with others are read beside them, and compactions rewrite them. What an encoding leaves out of a
 * block is put back when the block is loaded ({@code DeltaDecoder}), so above the loading all
 * blocks are alike: the row directory, searches and cells as views of the block are those of plain
 * blocks. The price is that a block takes as much of the cache as it would without an encoding,
 * where HBase caches it as it is on disk. An encoding saves disk and reads of the disk, not cache.
 *
 * <p>A reader of single cells reads parts of blocks ({@code PartReader}), everything else whole
 * blocks.
 *
 * <p>After a crash a file that was finished is whole, because {@code finish} forces it; one that
 * was not finished has no trailer and is refused. Whoever lists files (the manifest) must list only
 * finished ones. Damage is found by checksums and bounds, and reported as {@link
 * io.rowandb.engine.io.CorruptFileException} with file and offset.
 *
 * <p>Read {@code HFileFormat} first (the drawing), then {@link
 * io.rowandb.engine.storefile.StoreFile}. This room knows {@code cell}, {@code cache} and {@code
 * io} only.
 */
package io.rowandb.engine.storefile;
