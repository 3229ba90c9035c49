/**
 * Other designs for the same records and questions. A plan and a sample enter; designs leave, each
 * judged by the check, the simulation and the cost of its questions, the cheapest first. One
 * thread.
 *
 * <p>Read {@link io.rowandb.design.advise.DesignAdvice} first.
 */
package io.rowandb.design.advise;
