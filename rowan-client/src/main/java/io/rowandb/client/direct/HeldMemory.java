package io.rowandb.client.direct;

/**
 * What holds memory for its user between calls, as a scanner that is open does. For those who count
 * it: gateways, which open scanners for strangers.
 */
public interface HeldMemory {
  /**
   * About how many bytes it holds now: blocks of files, and the row that was read last. Of what
   * others hold too, as blocks in a cache, it counts all.
   */
  long heldBytes();
}
