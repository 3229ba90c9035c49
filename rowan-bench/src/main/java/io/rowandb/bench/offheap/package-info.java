/**
 * What a block cache outside of the heap buys: {@link io.rowandb.bench.offheap.CachePlaces} has one
 * store read by children whose caches are as large and elsewhere, in turns. {@link
 * io.rowandb.bench.offheap.ReaderMain} is such a child.
 */
package io.rowandb.bench.offheap;
