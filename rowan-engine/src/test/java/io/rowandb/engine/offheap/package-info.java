/** Memory outside of the heap, alone. */
package io.rowandb.engine.offheap;
