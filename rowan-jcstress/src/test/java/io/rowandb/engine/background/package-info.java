/** Writers that wait for memory. */
package io.rowandb.engine.background;
