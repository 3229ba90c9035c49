/**
 * Namespaces of tables, and how many tables and regions each may have.
 *
 * <p>Enters: descriptors, from one thread at a time, which holds the lock of the schema. Leaves:
 * one edit of the manifest for each change, or a refusal. After a crash a change is there whole or
 * not at all.
 *
 * <p>Read {@link io.rowandb.engine.namespace.Namespaces} first, then {@link
 * io.rowandb.engine.namespace.NamespaceQuota}.
 */
package io.rowandb.engine.namespace;
