/* members.h -- members of what is sent in JSON, each of the type and in the bounds that it must have. */
#ifndef PL_SERVE_MEMBERS_H
#define PL_SERVE_MEMBERS_H

#include "server.h"

/* Whether a member is there and is what it should be: 1; 0: it is not there, or null; -1 with the
 * reason. */
int pl_member(const json_t *o, const char *key, json_type type, pl_error *err);
/* The member, or what stands for one that is not there; *bad is -1, with the reason, if it is something
 * else, and else stays as it is. */
const char *pl_member_text(const json_t *o, const char *key, pl_error *err, int *bad); /* or NULL */
int64_t pl_member_number(const json_t *o, const char *key, int64_t least, int64_t most,
                         int64_t normal, pl_error *err, int *bad);
int pl_member_flag(const json_t *o, const char *key, int normal, pl_error *err, int *bad);

#endif
