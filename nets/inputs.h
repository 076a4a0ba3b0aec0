/* inputs.h -- what a net is shown of a view: the game's tensor, or inputs of another name.
 *
 * Inputs are made of a view, so a net is never shown what its seat does not know.
 */
#ifndef PL_NETS_INPUTS_H
#define PL_NETS_INPUTS_H

#include "parlor/net.h"

typedef struct {
    const char *name, *game; /* as "basic"; the game that they are for */
    const char *about;
    const char *loose; /* ",hub,": parameters of the game that a net need not agree with */
    /* Whether they can be made of this game: the size of its states is theirs. */
    int32_t state_size;
    int32_t unused;
    /* What they are made of, as pl_game has its parts; PL_PARTS_MAX of them at most. */
    void (*parts)(const pl_game *g, pl_part *out);
    void (*see)(const void *view, int seat, uint8_t *out);
} pl_inputs;

extern const pl_inputs pl_dominoes_basic, pl_dominoes_line;

/* Those of number which, from 1 on; NULL if there are not so many. */
const pl_inputs *pl_inputs_at(int which);
/* Number of the inputs of that name for a game, as its spelling begins; -1: none. */
int pl_inputs_called(const char *name, const char *game);
/* Their parts, in order; those of the game's own tensor if which is 0. */
void pl_inputs_parts(const pl_game *g, int which, pl_part out[PL_PARTS_MAX]);
/* Whether a net of the first game, in its canonical spelling, may play the second. */
int pl_inputs_suit(int which, const char *net_game, const char *spec);

#endif
