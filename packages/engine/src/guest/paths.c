/* paths.c: functions that call the program back. A core that tracks arithmetic needs nothing but the calls. */
#include "uncertain.h"
#include <stdlib.h>
#include <uxhw.h>

static bool possible(const char *name, bool pointers, size_t paths, size_t steps, size_t variables) {
  const char *missing = !pointers ? ": a NULL pointer" : !paths ? ": no parameter structures" : !steps ? ": no steps" : !variables ? ": no state variables" : 0;
  if (!missing) return true;
  char message[96];
  strcpy(message, name);
  ux_complain(strcat(message, missing));
  return false;
}

/* One definition for each type T, so that the two forms cannot differ. The steps of a converging path are rows of one block. */
#define PATHS(Name, T) \
  void UxHw##Name##GeneratePath(void *parameters[], size_t paths, size_t steps, size_t variables, \
      void (*generate)(void *, T **, size_t, size_t), T ***results) { \
    if (!possible("UxHw" #Name "GeneratePath", parameters && generate && results, paths, steps, variables)) return; \
    for (size_t i = 0; i < paths; i++) \
      for (size_t step = 0; step < steps; step++) generate(parameters[i], results[i], step, variables); \
  } \
  void UxHw##Name##GenerateConvergingPath(void *parameters[], size_t paths, size_t steps, size_t variables, \
      bool (*generate)(void *, T **, size_t, size_t), T **results) { \
    if (!possible("UxHw" #Name "GenerateConvergingPath", parameters && generate && results, paths, steps, variables)) return; \
    T **rows = calloc(steps, sizeof *rows); \
    T *block = rows ? calloc(steps, variables * sizeof *block) : 0; \
    if (!block) ux_refuse("UxHw" #Name "GenerateConvergingPath: no memory for the steps"); \
    for (size_t step = 0; step < steps; step++) rows[step] = block + step * variables; \
    for (size_t i = 0; i < paths; i++) { \
      size_t step = 0; \
      while (!generate(parameters[i], rows, step, variables) && step + 1 < steps) step++; \
      memcpy(results[i], rows[step], variables * sizeof *block); \
    } \
    free(block); \
    free(rows); \
  } \
  void UxHw##Name##PropagateFunction(void (*function)(void *, T *, size_t, T *, size_t), void *args, T *input, size_t inputs, T *output, \
      size_t outputs) { \
    function(args, input, inputs, output, outputs); \
  }
PATHS(Double, double)
PATHS(Float, float)
