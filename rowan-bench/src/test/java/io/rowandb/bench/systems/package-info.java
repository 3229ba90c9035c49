/** Tests that the measurement of the worked systems measures what it says. */
package io.rowandb.bench.systems;
