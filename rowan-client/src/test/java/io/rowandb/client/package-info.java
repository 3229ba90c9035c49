/** Both doors beside each other: what one answers, the other answers too. */
package io.rowandb.client;
