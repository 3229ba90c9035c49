package io.rowandb.schema.pattern.chain;

/**
 * One conditional write of one client.
 *
 * @param slot of the client, random: of its writes in one slot, each begins when the one before has
 *     ended
 * @param number of the write in its slot
 */
public record WriteId(long slot, long number) {}
