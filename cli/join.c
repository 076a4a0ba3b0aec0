/* join.c -- parlor join: a seat at somebody else's table, played by you, by an agent, or
 * by a program that speaks the protocol. */
#include <stdlib.h>
#include <string.h>

#include "net.h"
#include "signals.h"

typedef struct {
    const call *call;
    const char *agent; /* its specification */
    narrator tell;
    pl_visit *visit;
} guest;

static pl_agent *open_agent(void *with, const pl_game *g, pl_error *err)
{
    const guest *t = with;
    return pl_agent_open(t->agent, g, (uint64_t)t->call->seed, err);
}

static void tell(void *with, const pl_message *m, const char *line)
{
    guest *t = with;
    if (m) narrate_token(m);
    if (m) narrate(&t->tell, line, m);
    else fprintf(stderr, "parlor: %s\n", line);
    flush_output();
}

static void leave(void *with)
{
    pl_visit_stop(((guest *)with)->visit);
}

/* What others may know of an agent: not how it is set, nor what it runs. */
static void read_name(const char *agent, char *name, size_t n)
{
    agent += strspn(agent, " ");
    snprintf(name, n, "%.*s", (int)strcspn(agent, "( "), agent);
}

static int play_by_agent(const call *c, const char *agent)
{
    char name[PL_NAME_MAX];
    read_name(agent, name, sizeof name);
    if (!pl_agent_find(name))
        return misused("there is no agent '%.40s'; 'parlor agents' lists them", name);
    guest t = {.call = c, .agent = agent, .tell = {.json = c->json, .brief = 1}};
    pl_visit_rules rules = {.address = c->words[0],
                            .token = c->token,
                            .name = c->name ? c->name : name,
                            .open = open_agent,
                            .tell = tell,
                            .with = &t,
                            .patience = c->wait};
    pl_error err = {""};
    signals_hold();
    t.visit = pl_visit_open(&rules, &err);
    if (!t.visit) return failed("%s", err.text);
    if (signals_watch(leave, &t)) {
        pl_visit_close(t.visit);
        return failed("out of memory");
    }
    int status = pl_visit_play(t.visit, &err) ? failed("%s", err.text) : DONE;
    signals_end();
    pl_visit_close(t.visit);
    return status;
}

/* The program after --, as an agent. */
static int play_by_program(const call *c)
{
    char agent[PL_SPEC_MAX], *program = command_of(c->after);
    int quotes = program && strchr(program, '"');
    size_t n = program ? (size_t)snprintf(agent, sizeof agent, "process(cmd=\"%s\")", program) : 0;
    free(program);
    if (!n) return failed("out of memory");
    if (quotes || n >= sizeof agent)
        return misused(
            "a program's words may have no \" and not be too long; put it into a script");
    return play_by_agent(c, agent);
}

static int join(const call *c)
{
    pl_error err;
    if (pl_guest_check(c->words[0], &err)) return misused("%s", err.text);
    if (!c->token) return misused("join needs --token TOKEN, which the host was told");
    if (c->after && !c->after[0]) return misused("join needs a program after --");
    if (c->agents && c->after) return misused("give --agent or a program after --, not both");
    if (c->after) return play_by_program(c);
    if (c->agents) return play_by_agent(c, c->agents);
    return person_play(c, c->words[0], c->token, 0);
}

static int is_link(const char *text)
{
    return !strncmp(text, "http://", 7) || !strncmp(text, "https://", 8);
}

/* The page's invitation, http://HOST:PORT/#/table/TABLE/TOKEN, leads to where its own WebSocket
 * does.  The token, or NULL: it is no such link. */
static const char *follow_link(const char *link, char *address, size_t n)
{
    int sealed = !strncmp(link, "https", 5);
    const char *host = link + strlen("http://") + sealed, *way = strstr(host, "/#/table/");
    const char *token = way ? strrchr(way, '/') + 1 : NULL;
    if (!way || !*token || token == way + strlen("/#/table/")) return NULL;
    int length = (int)strcspn(host, "/"), name = *host == '[' ? (int)strcspn(host, "]/") : 0;
    int has_port = memchr(host + name, ':', (size_t)(length - name)) != NULL;
    const char *port = has_port ? "" : sealed ? ":443" : ":80";
    int size = snprintf(address, n, "%s://%.*s%s/ws", sealed ? "wss" : "ws", length, host, port);
    return (size_t)size < n ? token : NULL;
}

static int join_by_link(const call *c)
{
    char address[400], *words[] = {address, NULL};
    call with = *c;
    if (c->token) return misused("the link has a token already; give no --token");
    with.token = follow_link(c->words[0], address, sizeof address);
    if (!with.token)
        return misused(
            "a link to a seat is http://HOST:PORT/#/table/TABLE/TOKEN, as the page gives it");
    with.words = words;
    return join(&with);
}

/* Others on this machine can read command lines, but not the environment. */
int cmd_join(const call *c)
{
    call with = *c;
    if (is_link(c->words[0])) return join_by_link(c);
    if (!with.token) with.token = getenv("PARLOR_TOKEN");
    return join(&with);
}
