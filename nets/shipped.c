/* shipped.c -- nets that are part of the library, so that they are found wherever it is. */
#include "nets/shipped.h"

#include <string.h>

#include "core/text.h"
#include "nets/net.h"

const char *pl_net_shipped_name(int i)
{
    return pl_shipped_nets[i].name;
}

static pl_net *parse(const pl_shipped *s, const pl_game *g, pl_error *err)
{
    pl_error why;
    pl_net *net = pl_net_parse(s->bytes, s->size, &why);
    if (net && pl_net_fit(net, g, &why) == 0) return net;
    pl_fail(err, "as shipped, %.240s", why.text);
    pl_net_free(net);
    return NULL;
}

/* "backgammon, dominoes" */
static void put_names(pl_text *t)
{
    for (int i = 0; pl_shipped_nets[i].name; i++)
        pl_put(t, "%s%s", i ? ", " : "", pl_shipped_nets[i].name);
}

pl_net *pl_net_shipped(const pl_game *g, pl_error *err)
{
    char names[128] = "";
    pl_text t = {names, sizeof names, 0};
    for (const pl_shipped *s = pl_shipped_nets; s->name; s++)
        if (!strcmp(s->name, g->name)) return parse(s, g, err);
    put_names(&t);
    pl_fail(err, "Parlor ships no net for %s, only for %s", g->name, names);
    return NULL;
}
