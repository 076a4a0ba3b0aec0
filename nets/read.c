/* read.c -- a net out of a file.
 *
 * The sum guards against accidents; a file whose sum was made to fit can still do no harm:
 * sizes are held against each other before anything is read by them. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "nets/file.h"
#include "nets/inputs.h"

/* What is read of a file. */
typedef struct {
    const unsigned char *bytes, *data;
    size_t size, header, left; /* left: bytes of the tensors */
    char *text;                /* room for a string of the header */
    pl_net_shape shape;
    double middle, spread;
    uint64_t tensor;
    size_t sum; /* where the sum stands; 0: nowhere */
    int format, version;
    char observes[32]; /* "": the tensor */
    char game[PL_SPEC_MAX];
} reading;

static int damaged(pl_error *err, const char *what)
{
    return pl_fail(err, "the file is damaged: %s", what);
}

static pl_json_reader header_of(const reading *r)
{
    const char *from = (const char *)r->bytes + PL_NET_LENGTH;
    return (pl_json_reader){from, from + r->header};
}

static int read_whole(const char **text, char after, int32_t *out)
{
    char *end;
    errno = 0;
    long x = strtol(*text, &end, 10);
    if (end == *text || errno || x < 0 || x > INT32_MAX || (*end && *end != after)) return -1;
    *out = (int32_t)x;
    *text = end + (*end == after && after);
    return 0;
}

static int read_hidden(reading *r, const char *text)
{
    r->shape.layers = 0;
    while (*text) {
        if (r->shape.layers == PL_NET_LAYERS) return -1;
        if (read_whole(&text, ',', &r->shape.width[r->shape.layers++])) return -1;
    }
    return 0;
}

static int read_heads(reading *r, const char *text)
{
    r->shape.heads = 0;
    while (*text) {
        int i = r->shape.heads++;
        size_t n = strcspn(text, ":");
        if (i == PL_NET_HEADS || !text[n]) return -1;
        r->shape.kind[i] = pl_name_index(pl_head_names, text, n);
        text += n + 1;
        if (r->shape.kind[i] < 0 || read_whole(&text, ',', &r->shape.size[i])) return -1;
    }
    return 0;
}

static int read_real(const char *text, double *out)
{
    pl_json_reader n = {text, text + strlen(text)};
    return pl_json_number(&n, out) || n.at != n.end || !isfinite(*out) ? -1 : 0;
}

static int read_hash(const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 16);
    return *end || end - text != PL_NET_SUM ? -1 : 0;
}

/* One member of the metadata that tells of the net itself. */
static int read_fact(reading *r, const char *name, const char *text)
{
    size_t n = strlen(text);
    int32_t number;
    if (!strcmp(name, "format")) r->format = !strcmp(text, PL_NET_FORMAT);
    else if (!strcmp(name, "version")) r->version = read_whole(&text, 0, &number) ? -1 : number;
    else if (!strcmp(name, "game")) snprintf(r->game, sizeof r->game, "%s", text);
    else if (!strcmp(name, "tensor")) return read_hash(text, &r->tensor);
    else if (!strcmp(name, "observes")) snprintf(r->observes, sizeof r->observes, "%s", text);
    else if (!strcmp(name, "inputs")) return read_whole(&text, 0, &r->shape.inputs);
    else if (!strcmp(name, "hidden")) return read_hidden(r, text);
    else if (!strcmp(name, "heads")) return read_heads(r, text);
    else if (!strcmp(name, "middle")) return read_real(text, &r->middle);
    else if (!strcmp(name, "spread")) return read_real(text, &r->spread);
    else if (!strcmp(name, "norm")) r->shape.norm = pl_name_index(pl_norm_names, text, n);
    else if (!strcmp(name, "activation"))
        r->shape.activation = pl_name_index(pl_activation_names, text, n);
    return 0;
}

/* Where the digits of a sum stand, which is a string between from and to. */
static size_t sum_place(const reading *r, const char *from, const char *to)
{
    const char *quote = memchr(from, '"', (size_t)(to - from));
    return (size_t)(quote + 1 - (const char *)r->bytes);
}

/* Go through the metadata: facts into r, or, if there is a net, notes into that. */
static int read_metadata(reading *r, pl_json_reader *in, pl_net *net)
{
    char name[64];
    if (!pl_json_take(in, '{')) return -1;
    if (pl_json_take(in, '}')) return 0;
    do {
        int note = sizeof PL_NET_NOTES - 1;
        if (pl_json_string(in, name, sizeof name) || !pl_json_take(in, ':')) return -1;
        const char *at = in->at;
        if (pl_json_string(in, r->text, r->header + 1)) return -1;
        if (!strcmp(name, "checksum") && strlen(r->text) == PL_NET_SUM)
            r->sum = sum_place(r, at, in->at);
        if (!net && read_fact(r, name, r->text)) return -1;
        if (net && !strncmp(name, PL_NET_NOTES, (size_t)note) &&
            pl_net_note(net, name + note, r->text))
            return -1;
    } while (pl_json_take(in, ','));
    return pl_json_take(in, '}') ? 0 : -1;
}

static float number_at(const unsigned char *b)
{
    uint32_t bits = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static int fill(pl_net *net, const pl_net_tensor *t, const unsigned char *from, pl_error *err)
{
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++, from += 4) {
            float x = number_at(from);
            if (!isfinite(x))
                return pl_fail(err, "the net has a weight that is no number: %s", t->name);
            net->weight[t->at + i * t->down + j * t->across] = x;
        }
    return 0;
}

/* A list of two numbers at most: how many, or -1. */
static int read_list(pl_json_reader *in, double out[2])
{
    int n = 0;
    if (!pl_json_take(in, '[')) return -1;
    do
        if (n == 2 || pl_json_number(in, &out[n++])) return -1;
    while (pl_json_take(in, ','));
    return pl_json_take(in, ']') ? n : -1;
}

/* What the header says of one tensor. */
typedef struct {
    int plain, dimensions, offsets; /* plain: numbers are float32 */
    double shape[2], offset[2];
} claim;

static int read_claim(pl_json_reader *in, claim *c)
{
    char name[32], type[16];
    *c = (claim){0};
    if (!pl_json_take(in, '{')) return -1;
    do {
        if (pl_json_string(in, name, sizeof name) || !pl_json_take(in, ':')) return -1;
        if (!strcmp(name, "dtype")) {
            if (pl_json_string(in, type, sizeof type)) return -1;
            c->plain = !strcmp(type, "F32");
        } else if (!strcmp(name, "shape")) c->dimensions = read_list(in, c->shape);
        else if (!strcmp(name, "data_offsets")) c->offsets = read_list(in, c->offset);
        else if (pl_json_skip(in)) return -1;
    } while (pl_json_take(in, ','));
    return pl_json_take(in, '}') ? 0 : -1;
}

/* Whether the claim is of this very tensor, and within the file. */
static int claim_fits(const reading *r, const claim *c, const pl_net_tensor *t)
{
    double size = (double)pl_net_tensor_bytes(t), from = c->offset[0];
    if (!c->plain || c->offsets != 2 || c->dimensions != t->dimensions) return 0;
    if (c->shape[0] != (t->dimensions == 2 ? t->rows : t->columns)) return 0;
    if (t->dimensions == 2 && c->shape[1] != t->columns) return 0;
    return from >= 0 && from == floor(from) && c->offset[1] - from == size &&
           c->offset[1] <= (double)r->left;
}

/* What was kept with the net, once. */
static int read_kept(const reading *r, pl_net *net, const claim *c, pl_error *err)
{
    double n = c->shape[0], from = c->offset[0];
    if (net->kept || !c->plain || c->offsets != 2 || c->dimensions != 1 || !(n >= 1) ||
        n > (double)PL_NET_KEPT * (double)net->count || n != floor(n) || !(from >= 0) ||
        from != floor(from) || c->offset[1] - from != n * (double)sizeof(float) ||
        c->offset[1] > (double)r->left)
        return damaged(err, "what was kept to train it is not as it says");
    if (pl_net_keep(net, (int64_t)n)) return pl_fail(err, "out of memory");
    for (int64_t i = 0; i < net->keeps; i++) {
        net->kept[i] = number_at(r->data + (size_t)from + 4 * (size_t)i);
        if (!isfinite(net->kept[i]))
            return pl_fail(err, "the net was kept with what is no number: " PL_NET_TRAINING);
    }
    return 0;
}

static int read_tensor(const reading *r, pl_net *net, const char *name, const claim *c,
                       uint64_t *done, pl_error *err)
{
    pl_net_tensor t;
    if (!strcmp(name, PL_NET_TRAINING)) return read_kept(r, net, c, err);
    for (int i = 0; pl_net_tensor_at(net, i, &t); i++) {
        if (strcmp(t.name, name)) continue;
        if (*done >> i & 1 || !claim_fits(r, c, &t)) break;
        *done |= (uint64_t)1 << i;
        return fill(net, &t, r->data + (size_t)c->offset[0], err);
    }
    return pl_fail(err, "the file is damaged: tensor %.40s is not as its net is", name);
}

/* Go through the header: metadata alone, or, once there is a net, tensors and notes. */
static int read_header(reading *r, pl_net *net, uint64_t *done, pl_error *err)
{
    pl_json_reader in = header_of(r);
    char name[64];
    claim c;
    if (!pl_json_take(&in, '{')) return damaged(err, "no header");
    do {
        if (pl_json_string(&in, name, sizeof name) || !pl_json_take(&in, ':'))
            return damaged(err, "its header");
        if (!strcmp(name, "__metadata__")) {
            if (read_metadata(r, &in, net)) return damaged(err, "its metadata");
        } else if (!net) {
            if (pl_json_skip(&in)) return damaged(err, "its header");
        } else if (read_claim(&in, &c)) return damaged(err, "its list of tensors");
        else if (read_tensor(r, net, name, &c, done, err)) return -1;
    } while (pl_json_take(&in, ','));
    return pl_json_take(&in, '}') ? 0 : damaged(err, "its header");
}

/* The sum of the file as it was before its sum was put in. */
static int check_sum(const reading *r, pl_error *err)
{
    char told[PL_NET_SUM + 1] = {0};
    uint64_t sum;
    if (!r->sum) return damaged(err, "it has no sum");
    unsigned char *copy = malloc(r->size);
    if (!copy) return pl_fail(err, "out of memory");
    memcpy(copy, r->bytes, r->size);
    memcpy(told, copy + r->sum, PL_NET_SUM);
    memset(copy + r->sum, '0', PL_NET_SUM);
    int wrong = read_hash(told, &sum) || sum != pl_hash(copy, r->size);
    free(copy);
    return wrong ? damaged(err, "its sum is wrong, or it is cut off") : 0;
}

static int check_facts(reading *r, pl_error *err)
{
    if (!r->format) return pl_fail(err, "the file holds no net of Parlor");
    if (r->version != PL_NET_VERSION)
        return pl_fail(err, "the net is in version %d of the format; this build reads version %d",
                       r->version, PL_NET_VERSION);
    r->shape.observes = r->observes[0] ? pl_inputs_called(r->observes, r->game) : 0;
    if (r->shape.observes < 0)
        return pl_fail(err, "the net observes '%s', which this build has no inputs for",
                       r->observes);
    if (!(r->spread > 0)) return damaged(err, "its spread is not above 0");
    return check_sum(r, err);
}

/* Every tensor is there, and nothing but tensors. */
static int check_all(const reading *r, const pl_net *net, uint64_t done, pl_error *err)
{
    pl_net_tensor t;
    int64_t bytes = net->keeps * (int64_t)sizeof *net->kept;
    for (int i = 0; pl_net_tensor_at(net, i, &t); i++) {
        if (!(done >> i & 1))
            return pl_fail(err, "the file is damaged: it lacks tensor %s", t.name);
        bytes += pl_net_tensor_bytes(&t);
    }
    return (size_t)bytes == r->left ? 0 : damaged(err, "there is more in it than its net");
}

static pl_net *net_of(reading *r, pl_error *err)
{
    uint64_t done = 0;
    if (read_header(r, NULL, NULL, err) || check_facts(r, err)) return NULL;
    pl_net *net = pl_net_blank(&r->shape, err);
    if (!net) return NULL;
    net->middle = r->middle;
    net->spread = r->spread;
    net->tensor = r->tensor;
    memcpy(net->game, r->game, sizeof net->game);
    if (read_header(r, net, &done, err) == 0 && check_all(r, net, done, err) == 0) return net;
    pl_net_free(net);
    return NULL;
}

pl_net *pl_net_parse(const void *bytes, size_t n, pl_error *err)
{
    reading r = {.bytes = bytes, .size = n, .spread = 1};
    uint64_t header = 0;
    for (int i = 0; n >= PL_NET_LENGTH && i < PL_NET_LENGTH; i++)
        header |= (uint64_t)r.bytes[i] << 8 * i;
    if (n < PL_NET_LENGTH || header > PL_NET_HEADER || header < 2 ||
        (n > PL_NET_LENGTH && r.bytes[PL_NET_LENGTH] != '{')) {
        pl_fail(err, "the file holds no net: it is no safetensors file");
        return NULL;
    }
    if (header > n - PL_NET_LENGTH) {
        pl_fail(err, "the file is cut off: it has %zu bytes, and its header alone %" PRIu64, n,
                header);
        return NULL;
    }
    r.header = (size_t)header;
    r.data = r.bytes + PL_NET_LENGTH + header;
    r.left = n - PL_NET_LENGTH - r.header;
    r.text = malloc(r.header + 1);
    if (!r.text) pl_fail(err, "out of memory");
    pl_net *net = r.text ? net_of(&r, err) : NULL;
    free(r.text);
    return net;
}

/* All of a file, to be freed; NULL with the reason. */
static unsigned char *bytes_of(FILE *in, size_t *n, pl_error *err)
{
    const size_t most =
        PL_NET_LENGTH + PL_NET_HEADER + sizeof(float) * (1 + PL_NET_KEPT) * (size_t)PL_NET_COUNT;
    unsigned char *bytes = NULL;
    size_t room = 0;
    for (*n = 0; !feof(in) && !ferror(in) && *n <= most;) {
        if (*n == room) {
            unsigned char *more = realloc(bytes, room = 2 * room + 65536);
            if (!more) break;
            bytes = more;
        }
        *n += fread(bytes + *n, 1, room - *n, in);
    }
    if (feof(in)) return bytes;
    if (ferror(in)) pl_fail(err, "%s", strerror(errno));
    else if (*n > most) pl_fail(err, "the file is too large for a net");
    else pl_fail(err, "out of memory");
    free(bytes);
    return NULL;
}

static pl_net *read_from(FILE *in, const pl_game *g, pl_error *err)
{
    size_t n;
    unsigned char *bytes = bytes_of(in, &n, err);
    pl_net *net = bytes ? pl_net_parse(bytes, n, err) : NULL;
    free(bytes);
    if (!net || !g || pl_net_fit(net, g, err) == 0) return net;
    pl_net_free(net);
    return NULL;
}

pl_net *pl_net_read(const char *path, const pl_game *g, pl_error *err)
{
    pl_error why;
    FILE *in = fopen(path, "rb");
    if (!in) {
        pl_fail(err, "%.100s: %s", path, strerror(errno));
        return NULL;
    }
    pl_net *net = read_from(in, g, &why);
    fclose(in);
    if (!net) pl_fail(err, "%.100s: %.150s", path, why.text);
    return net;
}
