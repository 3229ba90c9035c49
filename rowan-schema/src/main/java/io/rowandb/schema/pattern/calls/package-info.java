/**
 * Calls to HBase, and work in steps that make them, sequentially or in parallel. The same steps run
 * with blocking and with asynchronous calls. Of HBase it depends only on the client.
 *
 * <p>Read {@link io.rowandb.schema.pattern.calls.Carrier} first, then {@link
 * io.rowandb.schema.pattern.calls.Steps}.
 */
package io.rowandb.schema.pattern.calls;
