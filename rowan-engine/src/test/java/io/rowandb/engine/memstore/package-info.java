/** The memstore alone: order, sizes, and readers beside the writer. */
package io.rowandb.engine.memstore;
