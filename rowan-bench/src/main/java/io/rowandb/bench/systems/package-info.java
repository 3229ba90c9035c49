/**
 * Measures the worked systems: how long their made-up data take to load, and how long each question
 * takes while others write ({@link io.rowandb.bench.systems.SystemCosts}).
 */
package io.rowandb.bench.systems;
