/**
 * Calls to HBase, and work in steps that make them: one behind the other, or side by side. The same
 * steps run with calls that a thread waits for, and with calls that none waits for. Knows of HBase
 * its client alone.
 *
 * <p>Read {@link io.rowandb.schema.pattern.calls.Carrier} first, then {@link
 * io.rowandb.schema.pattern.calls.Steps}.
 */
package io.rowandb.schema.pattern.calls;
