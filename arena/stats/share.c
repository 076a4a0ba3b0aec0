/* share.c -- an interval for a share (Wilson, 1927).
 *
 * The shares that a test would not reject, with the error that they themselves
 * would have: so it never leaves 0 .. 1 and says something at 0 and 100 %, too.
 *
 * Fact to check: 0 of 10 gives 0 .. 0.2775.
 */
#include <math.h>

#include "parlor/stats.h"

pl_interval pl_share(double hits, double n, double confidence)
{
    if (!(n > 0)) return (pl_interval){NAN, 0, 1};
    double z = pl_normal_quantile(0.5 + confidence / 2), share = hits / n, scale = 1 + z * z / n;
    double middle = (share + z * z / (2 * n)) / scale;
    double half = z / scale * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (pl_interval){share, hits > 0 ? fmax(0, middle - half) : 0,
                         hits < n ? fmin(1, middle + half) : 1};
}
