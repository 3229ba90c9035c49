package io.rowandb.systems.twibase;

/**
 * How the posts of one whom a reader follows come into the timeline.
 *
 * @param author who is followed
 * @param posts how many the author made lately, as {@link Habits} counts them
 * @param delivery how they come now
 * @param planned how they would come if the plan was asked again; by {@link DeliveryPlan#PER_PAIR}
 *     an author with many posts since the follow is read all the same
 */
public record FollowedPair(String author, double posts, Delivery delivery, Delivery planned) {}
