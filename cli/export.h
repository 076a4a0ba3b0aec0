/* export.h -- what parlor export is for, and what may be said to it. */
#ifndef EXPORT_H
#define EXPORT_H

#include "cli.h"

extern const char export_about[];
extern const option export_options[];

/* Its row in the table of all commands. */
#define EXPORT_COMMAND                                                                             \
    {                                                                                              \
        .name = "export", .words = "GAME", .summary = "write a small game for other programs",     \
        .about = export_about, .options = export_options, .least = 1, .most = 1,                   \
        .examples = {{"parlor export kuhn --output kuhn.efg", "for Gambit, or to be changed"},     \
                     {"parlor export kuhn --format mps --output kuhn.mps",                         \
                      "as a linear program"}},                                                     \
        .run = cmd_export                                                                          \
    }

#endif
