/** The commands of the worked systems: load data, ask, explain how, and compare designs. */
package io.rowandb.cli.systems;
