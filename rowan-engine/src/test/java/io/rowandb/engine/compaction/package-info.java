/** The choice of files over long invented histories, and the brake on background writing. */
package io.rowandb.engine.compaction;
