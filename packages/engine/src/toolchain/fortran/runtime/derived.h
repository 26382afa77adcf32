/* derived.h: derived types, as flang's tables describe them. */
#ifndef FORTRAN_DERIVED_H
#define FORTRAN_DERIVED_H
#include "units.h"

struct derived_type;
/* The table of a descriptor's type; 0: it has none. */
const struct derived_type *type_table(const struct descriptor *of);
/* Its components one after the other, as 12.6.3 has it. */
bool derived_item(cookie s, const struct descriptor *of, char *at, bool input);
/* Sets up the components of new elements: pointers and allocatables disassociated, default values. */
void initialize_elements(const struct descriptor *of, const struct derived_type *type);
/* Frees allocatable components; finalisers first where they are wanted. */
void destroy_elements(const struct descriptor *of, const struct derived_type *type, bool finalize);
/* One element onto another that holds no allocatable parts yet; allocatable components are copied deeply. */
void copy_element(char *to, const char *from, const struct derived_type *type, int64_t length);
/* One element onto another of its type: components by their defined assignment where they have one, 10.2.1.3. Allocatable components of `to` are freed. */
void assign_element(char *to, const char *from, const struct derived_type *type, int64_t length);
bool assigns_parts(const struct derived_type *type); /* a component has a defined assignment */
/* An address lies in what allocatable components of the elements hold, at any depth. */
bool holds(const struct descriptor *of, const struct derived_type *type, const char *at);
bool has_parts(const struct derived_type *type); /* allocatable or pointer components, or such inside */
/* A descriptor of one element. */
void scalar_of(struct descriptor_of *scalar, char *at, const struct derived_type *type);
const struct derived_type *parent_of(const struct derived_type *type); /* 0: it extends none */
bool same_type(const struct derived_type *a, const struct derived_type *b);
/* True where a procedure of the program transfers the element; `good`: it could. */
bool own_transfer(cookie s, const struct descriptor *of, char *at, bool *good);
bool has_own_transfer(const struct statement *s, const struct derived_type *type); /* it, or a component */
bool io_descriptor(cookie s, const struct descriptor *of, bool input);
int64_t type_size(const struct derived_type *type);
#endif
