/** Tests of keys. */
package io.rowandb.design.key;
