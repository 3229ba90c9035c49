package io.rowandb.load;

/**
 * A load that is done.
 *
 * @param name of its source
 * @param state what the source was like: of a file its length and when it was changed last
 * @param records how many the tables got
 * @param timeMillis the time of their cells, in milliseconds since 1970
 */
public record LoadNote(String name, String state, long records, long timeMillis) {}
