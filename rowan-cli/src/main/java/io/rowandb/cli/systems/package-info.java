/** What the commands of all worked systems share; each system's own are in a package below. */
package io.rowandb.cli.systems;
