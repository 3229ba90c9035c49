/** Tests of call records, on either back end. */
package io.rowandb.systems.calls;
