/* parlor.h -- all of Parlor's library.  A game file needs only game.h and, at
 * its end, fast.h. */
#ifndef PL_PARLOR_H
#define PL_PARLOR_H

#include "parlor/agent.h"
#include "parlor/belief.h"
#include "parlor/beside.h"
#include "parlor/checkpoint.h"
#include "parlor/child.h"
#include "parlor/deep.h"
#include "parlor/efg.h"
#include "parlor/exact.h"
#include "parlor/exploit.h"
#include "parlor/game.h"
#include "parlor/laws.h"
#include "parlor/line.h"
#include "parlor/lp.h"
#include "parlor/net.h"
#include "parlor/policy.h"
#include "parlor/protocol.h"
#include "parlor/random.h"
#include "parlor/rehearsal.h"
#include "parlor/sha256.h"
#include "parlor/solve.h"
#include "parlor/table.h"
#include "parlor/tree.h"

#endif
