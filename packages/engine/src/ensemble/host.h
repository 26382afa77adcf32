/* host.h: the two functions that the host gives to the runtime. src/abi.ts (RUNTIME_IMPORTS) is the contract. */
#ifndef UX_HOST_H
#define UX_HOST_H
#include <stdint.h>

/* Ends the run with `message`. Does not return. */
_Noreturn void host_trap(const char *message);
/* As host_trap, for a message with one number in the place of '%'. */
_Noreturn void host_trap_with(const char *message, double number);

enum law_question { LAW_NODES = 0, LAW_ATOMS = 1, LAW_WITHIN = 3 };
/* Answers `question` on the standard form of a family into `out`: LAW_NODES count nodes Q((i + ½)/count), ascending;
 * LAW_ATOMS the TTR of at most `count` atoms, positions and then as many masses; LAW_WITHIN count nodes of the part between out[0] and
 * out[1]. Returns the number of nodes or atoms; for LAW_WITHIN 0 if there is no mass, -1 if all of it is there. */
__attribute__((import_module("host"), import_name("law")))
int host_law(int family, double shape1, double shape2, int question, int count, double *out);

/* The number of the place in the program that called into the runtime: of the user's innermost line on the stack. What is asked there as in abi.h. */
__attribute__((import_module("host"), import_name("place"))) int host_place(int asked);

/* Makes a function of the runtime visible outside, under its name in src/abi.ts. */
#define EXPORT(name) __attribute__((export_name(name)))
#endif
