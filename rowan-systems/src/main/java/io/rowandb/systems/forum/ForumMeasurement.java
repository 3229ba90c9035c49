package io.rowandb.systems.forum;

/**
 * What came out for one design of a forum.
 *
 * @param name short, such as "one family"
 * @param idea the design in one line
 * @param families of the posts' table
 * @param lost comments that were given and are not there
 * @param bytes of all cells, with their keys, before any compression
 * @param busiestShare the part of the newest writes that the busiest region took, as {@link
 *     io.rowandb.systems.measure.WriteSpread} counts it
 * @param head what the posts alone read
 * @param first what the 20 oldest comments of each post read
 * @param newest what the 20 newest read
 * @param whole what all comments read
 * @param race posts with a wrong count behind two comments that both read before one wrote
 * @param death posts with a wrong count when a program died between two calls of a comment
 * @param repeat posts with a wrong count when a comment came again, as its answer was lost
 */
public record ForumMeasurement(
    String name,
    String idea,
    int families,
    long lost,
    long bytes,
    double busiestShare,
    ForumReads head,
    ForumReads first,
    ForumReads newest,
    ForumReads whole,
    int race,
    int death,
    int repeat) {}
