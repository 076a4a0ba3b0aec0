/* write.c -- a net into a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "nets/file.h"
#include "parlor/beside.h"

/* The sum comes first, so that its place is known. */
static const char beginning[] = "{\"__metadata__\":{\"checksum\":\"";

static void put_pair(pl_text *t, const char *name, const char *text)
{
    pl_put(t, ",");
    pl_json_put(t, name);
    pl_put(t, ":");
    pl_json_put(t, text);
}

static void put_real(pl_text *t, const char *name, double x)
{
    char number[40];
    pl_text n = {number, sizeof number, 0};
    pl_put_number(&n, x);
    put_pair(t, name, number);
}

static void put_shape(pl_text *t, const pl_net_shape *s)
{
    pl_put(t, ",\"inputs\":\"%d\"", (int)s->inputs);
    if (s->observes) put_pair(t, "observes", pl_inputs_name(s->observes));
    pl_put(t, ",\"hidden\":\"");
    for (int i = 0; i < s->layers; i++) pl_put(t, "%s%d", i ? "," : "", (int)s->width[i]);
    pl_put(t, "\",\"activation\":\"%s\",\"norm\":\"%s\",\"heads\":\"",
           pl_activation_name(s->activation), pl_norm_names[s->norm]);
    for (int i = 0; i < s->heads; i++)
        pl_put(t, "%s%s:%d", i ? "," : "", pl_head_name(s->kind[i]), (int)s->size[i]);
    pl_put(t, "\"");
}

static void put_metadata(pl_text *t, const pl_net *net)
{
    pl_put(t, "%s%0*d\"", beginning, PL_NET_SUM, 0);
    pl_put(t, ",\"format\":\"" PL_NET_FORMAT "\",\"version\":\"%d\"", PL_NET_VERSION);
    put_pair(t, "game", net->game);
    pl_put(t, ",\"tensor\":\"%016" PRIx64 "\"", net->tensor);
    put_shape(t, &net->shape);
    put_real(t, "middle", net->middle);
    put_real(t, "spread", net->spread);
    for (int i = 0; i < net->notes; i++) {
        char name[sizeof PL_NET_NOTES + PL_NOTE_NAME];
        snprintf(name, sizeof name, PL_NET_NOTES "%s", net->note[i].name);
        put_pair(t, name, net->note[i].text);
    }
    pl_put(t, "}");
}

/* The header, filled up with blanks so that the tensors are aligned; their bytes. */
static int64_t put_header(pl_text *t, const pl_net *net)
{
    int64_t at = 0;
    pl_net_tensor tensor;
    put_metadata(t, net);
    for (int i = 0; pl_net_tensor_at(net, i, &tensor); i++) {
        int64_t end = at + pl_net_tensor_bytes(&tensor);
        pl_put(t, ",\"%s\":{\"dtype\":\"F32\",\"shape\":[", tensor.name);
        if (tensor.dimensions == 2) pl_put(t, "%d,", (int)tensor.rows);
        pl_put(t, "%d],\"data_offsets\":[%" PRId64 ",%" PRId64 "]}", (int)tensor.columns, at, end);
        at = end;
    }
    if (net->keeps) {
        int64_t end = at + net->keeps * (int64_t)sizeof *net->kept;
        pl_put(t, ",\"" PL_NET_TRAINING "\":{\"dtype\":\"F32\",\"shape\":[%" PRId64 "],",
               net->keeps);
        pl_put(t, "\"data_offsets\":[%" PRId64 ",%" PRId64 "]}", at, end);
        at = end;
    }
    pl_put(t, "}");
    while (t->used % 8) pl_put(t, " ");
    return at;
}

static void put_number(unsigned char *out, uint64_t x, int bytes)
{
    for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(x >> 8 * i);
}

static void put_float(unsigned char *out, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_number(out, bits, 4);
}

static void put_tensors(const pl_net *net, unsigned char *out)
{
    pl_net_tensor t;
    for (int n = 0; pl_net_tensor_at(net, n, &t); n++)
        for (int i = 0; i < t.rows; i++)
            for (int j = 0; j < t.columns; j++, out += 4)
                put_float(out, net->weight[t.at + i * t.down + j * t.across]);
    for (int64_t i = 0; i < net->keeps; i++, out += 4) put_float(out, net->kept[i]);
}

static void put_sum(unsigned char *bytes, size_t n)
{
    char digits[PL_NET_SUM + 1];
    snprintf(digits, sizeof digits, "%016" PRIx64, pl_hash(bytes, n));
    memcpy(bytes + PL_NET_LENGTH + sizeof beginning - 1, digits, PL_NET_SUM);
}

/* The whole file in memory, to be freed; NULL: there is not enough, or notes are too long. */
static unsigned char *file_of(const pl_net *net, size_t *size)
{
    pl_text measure = {NULL, 0, 0};
    size_t data = (size_t)put_header(&measure, net), header = measure.used;
    unsigned char *bytes =
        header <= PL_NET_HEADER ? malloc(PL_NET_LENGTH + header + data + 1) : NULL;
    if (!bytes) return NULL;
    pl_text t = {(char *)bytes + PL_NET_LENGTH, header + 1, 0};
    put_header(&t, net);
    put_number(bytes, header, PL_NET_LENGTH);
    put_tensors(net, bytes + PL_NET_LENGTH + header);
    *size = PL_NET_LENGTH + header + data;
    put_sum(bytes, *size);
    return bytes;
}

int pl_net_write(const pl_net *net, const char *path, pl_error *err)
{
    pl_beside file;
    size_t size;
    unsigned char *bytes = file_of(net, &size);
    if (!bytes) return pl_fail(err, "out of memory");
    int status = pl_beside_open(&file, path, err);
    if (status == 0) {
        pl_beside_put(&file, bytes, size);
        status = pl_beside_keep(&file, err);
    }
    free(bytes);
    return status;
}
