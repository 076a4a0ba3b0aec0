/* main.c -- the program of a folder's tests: it runs the groups that are named, or all.
 *
 * meson.build names the groups: TEST_GROUPS is TEST_GROUP(mcts) for test_mcts() in mcts.c, and so on. */
#include <stdio.h>
#include <string.h>

#define TEST_GROUP(name) int test_##name(void);
TEST_GROUPS
#undef TEST_GROUP

static const struct {
    const char *name;
    int (*run)(void);
} groups[] = {
#define TEST_GROUP(name) {#name, test_##name},
    TEST_GROUPS
#undef TEST_GROUP
};
enum { COUNT = sizeof groups / sizeof *groups };

static int run(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (!strcmp(groups[i].name, name)) return groups[i].run();
    fprintf(stderr, "there is no group '%s' of tests here; there are", name);
    for (int i = 0; i < COUNT; i++) fprintf(stderr, " %s", groups[i].name);
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++) status |= run(argv[i]);
    for (int i = 0; argc < 2 && i < COUNT; i++) status |= groups[i].run();
    return status;
}
