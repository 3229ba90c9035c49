/** Tests of maps of keys over time. */
package io.rowandb.design.heat;
