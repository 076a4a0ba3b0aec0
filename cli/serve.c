/* serve.c -- parlor serve: the page, until Ctrl-C. */
#include "parlor/serve.h"

#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

#include "net.h"
#include "signals.h"

extern char **environ;

const char serve_about[] =
    "Serves a page on which all games are played, watched and analysed in the browser, and\n"
    "prints its address.  Everything is part of the program; nothing is fetched from anywhere.\n"
    "Every move is in the file of records before it is shown: a server that was stopped or\n"
    "killed goes on with all its tables when it is started again.  Only this machine can\n"
    "connect unless --bind says otherwise; docs/serving.md tells how to serve others.";

#define AT(field) .at = offsetof(call, field)

const option serve_options[] = {
    {.name = "port",
     .arg = "N",
     .normal = "8017",
     .hi = 65535,
     .kind = NUMBER,
     AT(port),
     .help = "to listen at; 0: any that is free"},
    {.name = "bind",
     .arg = "ADDRESS",
     .normal = "127.0.0.1",
     .kind = WORD,
     AT(bind),
     .help = "to listen at: 127.0.0.1 is this machine alone, 0.0.0.0 is every network"},
    {.name = "name",
     .arg = "HOST",
     .kind = WORD,
     AT(name),
     .help = "what browsers may call this host beside its addresses and localhost"},
    {.name = "records",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "where games are kept (not given: $PARLOR_RECORDS, or where your data lie)"},
    {.name = "threads",
     .arg = "N",
     .normal = "0",
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "on which agents think; 0: as many as there are processors"},
    {.name = "each",
     .arg = "N",
     .normal = "0",
     .hi = 1000000,
     .kind = NUMBER,
     AT(each),
     .help = "tables, and connections, that one address may have; 0: 64, and any number for this "
             "machine"},
    {.name = "open", .kind = FLAG, AT(open), .help = "also open the page in the browser"},
    {0},
};

static void stop(void *with)
{
    pl_serve_stop(with);
}

/* The browser is the desktop's business; without one the address is enough. */
static void open_page(const char *address)
{
    char program[] = "xdg-open", word[300];
    char *const words[] = {program, word, NULL};
    pid_t child;
    snprintf(word, sizeof word, "%s", address);
    if (posix_spawnp(&child, program, NULL, NULL, words, environ) == 0)
        waitpid(child, NULL, WNOHANG);
}

static void tell_address(const call *c, const pl_server *s)
{
    int any = !strcmp(c->bind, "0.0.0.0") || !strcmp(c->bind, "::");
    const char *host = any ? "127.0.0.1" : c->bind;
    char address[200];
    snprintf(address, sizeof address,
             strchr(host, ':') ? "http://[%.100s]:%d/" : "http://%.100s:%d/", host,
             pl_serve_port(s));
    if (c->json)
        print_json(json_pack("{s:s,s:s,s:i,s:i}", "event", "serving", "address", address, "port",
                             pl_serve_port(s), "resumed", pl_serve_resumed(s)));
    else {
        printf("Parlor is at %s (Ctrl-C ends it)\n", address);
        if (pl_serve_resumed(s))
            printf("%d table%s go%s on.\n", pl_serve_resumed(s), plural(pl_serve_resumed(s)),
                   pl_serve_resumed(s) == 1 ? "es" : "");
    }
    flush_output();
    if (c->open) open_page(address);
}

int cmd_serve(const call *c)
{
    pl_error err;
    pl_serve_rules rules = {.bind = c->bind,
                            .port = (int32_t)c->port,
                            .threads = (int32_t)c->threads,
                            .records = c->record,
                            .name = c->name,
                            .each = (int32_t)c->each};
    signals_hold();
    pl_server *s = pl_serve_open(&rules, &err);
    if (!s) return failed("%s", err.text);
    int status = signals_watch(stop, s) ? failed("the system gives no thread") : DONE;
    if (!status) {
        tell_address(c, s);
        pl_serve_run(s);
        signals_end();
    }
    pl_serve_close(s);
    return status;
}
