/**
 * The checks. A plan and, if there is one, a sample enter; findings leave, the worst first. What
 * can be known without rows is found by reasoning; what cannot, by writing the keys of the sample's
 * rows. Where both speak of one fault, the sample decides. One thread; memory does not grow with
 * the sample (about 400 MB for 10 million rows and more).
 *
 * <p>Read {@link io.rowandb.design.check.DesignCheck} first, then {@link
 * io.rowandb.design.check.FindingKind}, which lists what can be found.
 */
package io.rowandb.design.check;
