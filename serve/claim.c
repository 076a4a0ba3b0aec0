/* claim.c -- a seat is taken by its invitation, once.
 *
 * Who set the table up knows the invitation for good, so it must not open what the friend sees:
 * who claims the seat gets a token that nobody else was told.  The answer with it may be lost; so
 * until somebody has come with that token, sits there or plays, the seat can be claimed once more,
 * and the token before is void.  Nothing is hidden at a table yet then.
 *
 * Fact to check: once the seat was sat down at with its own token, or the game has begun, the
 * invitation opens nothing, also after the server was killed.
 */
#include <string.h>

#include "desk.h"
#include "members.h"
#include "request.h"
#include "wish.h"

static const char taken[] = "this invitation has been taken";

int pl_claim_over(const pl_desk *d, int seat)
{
    const pl_chair *c = &d->chair[seat];
    if (c->is.claim == PL_SEAT_FREE) return 0;
    return c->is.claim == PL_SEAT_TAKEN || c->visitor || d->state != PL_DESK_OPEN;
}

const char *pl_claim_refusal(const pl_server *s, const char *token)
{
    int seat;
    const pl_desk *d = pl_desk_invited(s, token, &seat);
    if (!d) return "that is for who sits at this table, by the token of a seat";
    return pl_claim_over(d, seat) ? taken : "that is an invitation: claim the seat first";
}

/* It is kept before anybody is told of it. */
int pl_claim(pl_desk *d, int seat, char token[PL_TOKEN_TEXT + 1], pl_error *err)
{
    pl_place_kept next = d->chair[seat].is;
    if (pl_claim_over(d, seat)) return pl_serve_fail(err, "%s", taken);
    if (pl_invite(d->id, token)) return pl_serve_fail(err, "the system gives no random numbers");
    if (next.claim == PL_SEAT_FREE) memcpy(next.spent, next.hash, sizeof next.spent);
    next.claim = PL_SEAT_CLAIMED;
    pl_invite_hash(token, next.hash);
    if (pl_ledger_claim(d->server->ledger, d->id, seat, &next, err)) return -1;
    d->chair[seat].is = next;
    d->seating++;
    pl_desk_wake(d);
    return 0;
}

void pl_claim_sure(pl_desk *d, int seat)
{
    pl_place_kept *p = &d->chair[seat].is;
    if (p->claim != PL_SEAT_CLAIMED) return;
    p->claim = PL_SEAT_TAKEN;
    pl_ledger_claim(d->server->ledger, d->id, seat, p, NULL);
}

/* The seat of the token that came along, and whether it is claimed; or NULL, and that has been
 * answered. */
static pl_desk *seat_asked_for(pl_request *r, int *seat, int *claimed)
{
    pl_desk *d = pl_desk_of(r->server, r->token, seat);
    *claimed = d != NULL;
    if (!d) d = pl_desk_invited(r->server, r->token, seat);
    if (!d) pl_answer_error(r, 403, "no seat has this invitation");
    else if (!*claimed && pl_claim_over(d, *seat)) pl_answer_error(r, 409, "%s", taken);
    return r->status ? NULL : d;
}

/* What a token is for.  Nothing is taken by looking. */
void pl_get_seat(pl_request *r, const char *rest)
{
    int seat, claimed;
    const pl_desk *d = seat_asked_for(r, &seat, &claimed);
    (void)rest;
    if (!d) return;
    const pl_place_kept *p = &d->chair[seat].is;
    pl_answer(r, 200,
              json_pack("{s:s,s:i,s:b,s:s,s:b}", "table", d->id, "seat", seat, "claimed", claimed,
                        "name", p->name, "named", p->named));
}

/* The name that a body asks for, checked before anything is taken: 0, or -1 and it has been
 * answered. */
static int read_name(pl_request *r, char name[PL_NAME_MAX])
{
    pl_error err;
    int bad = 0;
    json_t *body = pl_request_body(r);
    if (!body) return -1;
    const char *given = pl_member_text(body, "name", &err, &bad);
    *name = 0;
    if (!bad && given) bad = pl_wish_name(given, name, &err);
    if (bad) pl_answer_error(r, 400, "%s", err.text);
    json_decref(body);
    return bad;
}

/* Who has the seat's own token already is told the same again. */
void pl_post_seat(pl_request *r, const char *rest)
{
    pl_error err;
    char token[PL_TOKEN_MAX] = "", name[PL_NAME_MAX];
    int seat, claimed;
    pl_desk *d = read_name(r, name) ? NULL : seat_asked_for(r, &seat, &claimed);
    (void)rest;
    if (!d) return;
    if (claimed) memcpy(token, r->token, sizeof token);
    else if (pl_claim(d, seat, token, &err)) {
        pl_answer_error(r, 500, "%s", err.text);
        return;
    }
    pl_desk_rename(d, seat, name);
    pl_desk_wake(d);
    pl_answer(r, 200,
              json_pack("{s:s,s:i,s:s,s:s}", "table", d->id, "seat", seat, "token", token, "name",
                        d->chair[seat].is.name));
}
