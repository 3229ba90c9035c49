/**
 * Measures the benefit of an off-heap block cache: {@link io.rowandb.bench.offheap.CachePlaces} has
 * one store read in turns by children with caches of equal size in different places. {@link
 * io.rowandb.bench.offheap.ReaderMain} is such a child.
 */
package io.rowandb.bench.offheap;
