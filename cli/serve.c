/* serve.c -- parlor serve: the page, until Ctrl-C. */
#include "parlor/serve.h"

#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "net.h"
#include "signals.h"

extern char **environ;

const char serve_about[] =
    "Serves a page on which all games are played, watched and analysed in the browser, and\n"
    "prints its address.  Everything is part of the program; nothing is fetched from anywhere.\n"
    "Every move is in the file of records before it is shown: a server that was stopped or\n"
    "killed goes on with all its tables when it is started again.  Leagues and contests that\n"
    "others record in that file ('parlor league ... --record FILE') are shown as they run, and\n"
    "with --nets the curves of nets that 'parlor train' trains.\n"
    "Only this machine can connect unless --bind says otherwise; docs/serving.md tells how to\n"
    "serve others.";

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
     .help =
         "to listen at: 127.0.0.1 is this machine alone, 0.0.0.0 is every network, :: also of IPv6"},
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
    {.name = "nets",
     .arg = "FOLDER",
     .kind = WORD,
     AT(nets),
     .help = "show how the nets in it (*.safetensors) are trained, as 'parlor train' goes on"},
    {.name = "threads",
     .arg = "N",
     .normal = "0",
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "on which agents think; 0: as many as there are processors"},
    {.name = "tables",
     .arg = "N",
     .normal = "8192",
     .lo = 1,
     .hi = 1000000,
     .kind = NUMBER,
     AT(most),
     .help = "most at once; those whose game is over make room for new ones"},
    {.name = "each",
     .arg = "N",
     .normal = "0",
     .hi = 1000000,
     .kind = NUMBER,
     AT(each),
     .help = "tables, and connections, that one address may have; 0: 64, and any number for this "
             "machine"},
    {.name = "requests",
     .arg = "N",
     .normal = "0",
     .hi = 1000000,
     .kind = NUMBER,
     AT(requests),
     .help = "that one address may send in a second, ten times as many at once; 0: 20, and any "
             "number for this machine"},
    {.name = "making",
     .arg = "N",
     .normal = "0",
     .hi = 1000000,
     .kind = NUMBER,
     AT(making),
     .help = "tables that one address may set up in a minute; 0: 30, and any number for this "
             "machine"},
    {.name = "tls-cert",
     .arg = "FILE",
     .kind = WORD,
     AT(certificate),
     .help = "speak TLS (https) with this certificate, in the PEM form"},
    {.name = "tls-key", .arg = "FILE", .kind = WORD, AT(key), .help = "the key of the certificate"},
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
    snprintf(address, sizeof address, strchr(host, ':') ? "%s://[%.100s]:%d/" : "%s://%.100s:%d/",
             c->certificate ? "https" : "http", host, pl_serve_port(s));
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

/* As many connections as the server takes, if the system lets it. */
static void allow_files(void)
{
    enum { ENOUGH = 8192 + 64 };
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur >= ENOUGH) return;
    files.rlim_cur = files.rlim_max < ENOUGH ? files.rlim_max : ENOUGH;
    setrlimit(RLIMIT_NOFILE, &files);
}

int cmd_serve(const call *c)
{
    pl_error err;
    pl_serve_rules rules = {.bind = c->bind,
                            .port = (int32_t)c->port,
                            .threads = (int32_t)c->threads,
                            .records = c->record,
                            .name = c->name,
                            .tables = (int32_t)c->most,
                            .each = (int32_t)c->each,
                            .requests = (int32_t)c->requests,
                            .making = (int32_t)c->making,
                            .certificate = c->certificate,
                            .key = c->key,
                            .nets = c->nets};
    allow_files();
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
