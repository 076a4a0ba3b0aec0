/* report_pool.c -- sections of the report on a pool: circles in it, and ratings that were kept up. */
#include <math.h>

#include "match_pool.h"
#include "report_page.h"

static void put_circle(page *p, const pool *of)
{
    fputs("<p><strong>", p->out);
    for (int k = 0; k <= of->circle; k++) {
        pl_standing s;
        pl_match_standing(p->match, of->way[k % of->circle], &s);
        if (k) fputs(" beats ", p->out);
        put_text(p, s.name);
    }
    fputs(".</strong> No rating shows that.</p>\n", p->out);
}

static void share_cell(page *p, double share)
{
    fprintf(p->out, "<td class=\"r\">%.1f</td>", 100 * share);
    put_bar(p, share);
}

static void circles_row(page *p, const pool *of, int place)
{
    int i = p->order[place];
    fputs("<tr><th scope=\"row\">", p->out);
    put_name(p, place);
    fputs("</th>", p->out);
    fprintf(p->out, "<td class=\"r\">%+.1f</td>", 100 * of->skill[i]);
    share_cell(p, of->nash[i]);
    share_cell(p, of->alpha[i]);
    fputs("</tr>\n", p->out);
}

void circles_section(page *p)
{
    pool of;
    if (!match_pool(p->match, &of)) return;
    open_section(p, "circles", of.circle ? "The pool goes in circles" : "Nash averaging and α-rank",
                 "From the table above alone. Nash: how often each would be chosen where "
                 "everybody chooses an agent as well as can be, and what each gets against that "
                 "choice, in points of a hundred above half. α-rank: how long a population in "
                 "which the fitter take over would play each. With few games a circle may be "
                 "luck.");
    if (of.circle) put_circle(p, &of);
    open_table(p, "Nash averaging and alpha-rank",
               "Agent|Nash skill>|Nash %>|Share|α-rank %>|Share");
    for (int i = 0; i < p->n; i++) circles_row(p, &of, i);
    close_table(p);
    close_section(p);
}

void kept_section(page *p)
{
    pl_online_ratings r;
    if (pl_match_online(p->match, 0, &r)) return;
    open_section(p, "kept", "Ratings kept up game by game",
                 "From 1500 on: Elo with K = 32, at tables of several between neighbours in the "
                 "order of scores; as the dominoes laboratory has it; Glicko-2, in periods of ten "
                 "games for each, with its 95&nbsp;%. For agents that do not change the standings "
                 "are the better estimate.");
    open_table(p, "Ratings kept up", "Agent|Elo>|The laboratory's>|Glicko-2>");
    for (int i = 0; i < p->n; i++) {
        pl_match_online(p->match, p->order[i], &r);
        fputs("<tr><th scope=\"row\">", p->out);
        put_name(p, i);
        fprintf(p->out,
                "</th><td class=\"r\">%.1f</td><td class=\"r\">%.1f</td><td class=\"r\">%.0f ± "
                "%.0f</td></tr>\n",
                r.elo, r.lab, r.glicko.rating, 1.96 * r.glicko.deviation);
    }
    close_table(p);
    close_section(p);
}
