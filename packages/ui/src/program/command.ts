// How a program of examples/ is run outside of the page.

/** @param file  as `examples/fortran/heat.f90`, or the main file of a folder with `src/` */
export function commandFor(file: string): string {
  return `credence run ${file.includes('/src/') ? file.slice(0, file.indexOf('/src/')) : file.slice(file.lastIndexOf('/') + 1)}`
}
/** What keeps a changed program from running in a page. */
export const needsPlatform = (file: string): string =>
  `This page has no Fortran compiler, so the changed program needs the platform: save it as ${file.split('/').at(-1)}, then ${commandFor(file)}. Reset brings back the program that runs here.`
