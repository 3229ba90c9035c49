package io.rowandb.systems.calls;

/**
 * A month's bill of a phone.
 *
 * @param phone whose
 * @param usage what it did
 * @param minutes that count
 * @param cents to be paid
 */
public record Bill(long phone, Usage usage, long minutes, long cents) {}
