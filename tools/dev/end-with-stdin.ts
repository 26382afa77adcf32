// Preloaded (`--import`) into a process that shall not outlive the one that holds the other end of its standard input, however that one went.
process.stdin
  .resume()
  .once('close', () => process.kill(-process.pid, 'SIGKILL'))
  .unref()
