/* question.c -- fuzzes what strangers ask of agents: what is taken is a position with a seat to move and an agent
 * that runs no program and reads no file, and asks for no more than is told. */
#include "serve/question.h"

#include "tests/fuzz/fuzz.h"

static void hold(const pl_job *j, const pl_position *p)
{
    if (!*j->game || !*j->agent || strstr(j->agent, "cmd=") || strstr(j->agent, "file=")) abort();
    if (j->plies != p->ply || j->seat < 0 || j->seat >= p->game->players) abort();
    if (j->depth < 0 || j->depth > 6 || j->width < 1 || j->width > 12) abort();
    if (!(j->most > 0) || j->most > 10) abort();
    if (!j->hindsight) return;
    if (!(j->effort > 0) || j->effort > 1 || p->ply >= pl_line_plies(p->line)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pl_server nobody; /* has no tables and no records */
    pl_position p = {.ply = 0};
    pl_error err = {""};
    pl_job *j = NULL;
    json_t *o = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(o) && !json_object_get(o, "record")) {
        if (pl_position_at(&nobody, o, NULL, 0, &p, &err) == 0) j = pl_question_job(o, &p, &err);
        if (j) hold(j, &p);
        else if (!*err.text) abort();
    }
    pl_job_free(j);
    pl_position_free(&p);
    json_decref(o);
    return 0;
}
