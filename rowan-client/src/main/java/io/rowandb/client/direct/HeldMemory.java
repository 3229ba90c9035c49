package io.rowandb.client.direct;

/**
 * Something that holds memory for its user between calls, such as an open scanner. Gateways use it
 * to count the memory of the scanners that they open for remote clients.
 */
public interface HeldMemory {
  /**
   * About how many bytes it holds now: blocks of files, and the row that was read last. Of what
   * others hold too, as blocks in a cache, it counts all.
   */
  long heldBytes();
}
