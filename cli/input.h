/* input.h -- lines that somebody types: edited and completed at a terminal, else plain. */
#ifndef INPUT_H
#define INPUT_H

typedef struct input input;

/* Offers words for what stands in the line, one call of offer for each; those that do not
 * begin like it are passed over. */
typedef void offer_fn(void *to, const char *word);
typedef void offers_fn(const void *with, const char *line, offer_fn *offer, void *to);

/* Why there is no line. */
typedef enum { INPUT_ENDED, INPUT_INTERRUPTED, INPUT_LATE, INPUT_CALLED } input_end;

input *input_new(void); /* or NULL: out of memory */
void input_free(input *in);
int input_edited(const input *in); /* whether it is at a terminal */
/* What TAB completes from now on. */
void input_complete(input *in, offers_fn *offers, const void *with);
/* From now on a wait for a line ends, as INPUT_CALLED, when this says so. */
void input_until(input *in, int (*called)(void *with), void *with);
/* The next line without its end and blanks around it; or NULL, and why.  seconds: how long to
 * wait at a terminal; 0: for ever. */
const char *input_line(input *in, const char *prompt, double seconds, input_end *why);

#endif
