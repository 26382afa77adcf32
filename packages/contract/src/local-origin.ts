/** Where a platform is that was started on the reader's machine without settings: the default of the command line, and what pages say that no platform serves. */
export const LOCAL_ORIGIN = 'http://localhost:8080'
/** Where a platform serves its console. */
export const CONSOLE_PATH = '/console/'
