/** Connections whose calls fail, or are executed again. */
package io.rowandb.systems.fault;
