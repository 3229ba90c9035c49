/** The block cache alone: its bounds, and what each policy keeps and lets go. */
package io.rowandb.engine.cache;
