package io.rowandb.systems.twibase;

/**
 * How much a user posts and looks, as counted: what happened a week ago counts half, two weeks ago
 * a quarter. Who does something once a day has a count of about ten.
 *
 * @param name of the user
 * @param posts how many were made lately, deleted ones too
 * @param looks how many pages of the timeline were read lately
 */
public record Habits(String name, double posts, double looks) {}
