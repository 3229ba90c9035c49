/**
 * A forum in a browser and over HTTP. In come requests with the name of whoever acts, out go pages
 * and JSON. The web server's threads run here, many at once; nothing is kept but the open tables
 * and the load of sample posts. After a crash everything whose answer came is there; what was under
 * way is there once when it is sent again with its id. Read {@link
 * io.rowandb.systems.web.forum.ForumPages} first.
 */
package io.rowandb.systems.web.forum;
