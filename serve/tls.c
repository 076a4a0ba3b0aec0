/* tls.c -- the files by which the server speaks TLS, looked at before it listens: libwebsockets
 * would refuse them without saying why.
 *
 * Fact to check: a key of another certificate is refused with a sentence that names both files.
 */
#include <errno.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <string.h>

#include "server.h"

/* Nobody is there to be asked for the password of a key. */
static int no_password(char *buf, int size, int writing, void *with)
{
    (void)buf, (void)size, (void)writing, (void)with;
    return -1;
}

static int compare(FILE *first, FILE *second, const pl_serve_rules *rules, pl_error *err)
{
    X509 *certificate = PEM_read_X509(first, NULL, no_password, NULL);
    EVP_PKEY *key = PEM_read_PrivateKey(second, NULL, no_password, NULL);
    int bad = 0;
    if (!certificate)
        bad = pl_serve_fail(err, "'%.90s' has no certificate in the PEM form", rules->certificate);
    else if (!key)
        bad =
            pl_serve_fail(err, "'%.90s' has no key in the PEM form without a password", rules->key);
    else if (X509_check_private_key(certificate, key) != 1)
        bad = pl_serve_fail(err, "the key in '%.90s' is not that of the certificate in '%.90s'",
                            rules->key, rules->certificate);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return bad;
}

static FILE *open_file(const char *name, pl_error *err)
{
    FILE *file = fopen(name, "re");
    if (!file) pl_serve_fail(err, "cannot read '%.90s': %s", name, strerror(errno));
    return file;
}

int pl_tls_check(const pl_serve_rules *rules, pl_error *err)
{
    if (!rules->certificate || !rules->key)
        return pl_serve_fail(err, "TLS needs both a certificate and its key");
    FILE *first = open_file(rules->certificate, err);
    FILE *second = first ? open_file(rules->key, err) : NULL;
    int bad = second ? compare(first, second, rules, err) : -1;
    if (first) fclose(first);
    if (second) fclose(second);
    return bad;
}
