package io.rowandb.cli.shell;

import io.rowandb.cli.design.DesignFiles;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What commands work on.
 *
 * @param connection to the store, or the cluster
 * @param designs of tables, none perhaps
 * @param out where text goes
 * @param stopped whether the command at work is to end
 */
public record Session(
    Connection connection, DesignFiles designs, PrintWriter out, BooleanSupplier stopped) {}
