package io.rowandb.engine.storefile;

/**
 * The sizes of the parts of a store file.
 *
 * @param uncompressedBytes all blocks before compression
 * @param rootIndexBytes the root of the data index in memory, where it stays while the file is open
 * @param indexBytes all blocks of the data index
 * @param bloomBytes the Bloom filter's bits; 0 without one
 */
public record StoreFileSizes(
    long uncompressedBytes, long rootIndexBytes, long indexBytes, long bloomBytes) {}
