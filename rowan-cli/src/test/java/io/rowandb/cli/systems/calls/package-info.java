/** Tests of the commands of the worked systems. */
package io.rowandb.cli.systems.calls;
