/**
 * Calls that no thread waits for: one behind the other, or side by side. Knows of HBase its client
 * alone.
 *
 * <p>Read {@link io.rowandb.schema.pattern.async.AsyncSteps} first.
 */
package io.rowandb.schema.pattern.async;
