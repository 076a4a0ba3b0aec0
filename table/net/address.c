/* address.c -- addresses to listen at, and why one cannot be: libwebsockets does not tell. */
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text.h"
#include "parlor/host.h"

/* Its numbers go to where. */
static int try_address(const struct addrinfo *at, char *where, size_t n)
{
    int yes = 1, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int bad = bind(fd, at->ai_addr, at->ai_addrlen) || listen(fd, 1);
    int why = errno;
    close(fd);
    errno = why;
    if (bad) return -1;
    return getnameinfo(at->ai_addr, at->ai_addrlen, where, (socklen_t)n, NULL, 0, NI_NUMERICHOST);
}

int pl_host_address(const char *bind, int port, char *where, size_t n, pl_error *err)
{
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found;
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    int bad = getaddrinfo(bind, number, &hints, &found);
    if (bad) return pl_fail(err, "'%.80s' is no address to listen at: %s", bind, gai_strerror(bad));
    bad = try_address(found, where, n);
    int why = errno;
    freeaddrinfo(found);
    if (!bad) return 0;
    return pl_fail(err, "cannot listen at %.80s, port %d: %s", bind, port, strerror(why));
}
