/** Tests of the test kit itself: what tests are given, and what wrong ones are told. */
package io.rowandb.testkit;
