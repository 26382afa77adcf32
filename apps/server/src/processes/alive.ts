/** Whether a process of this machine lives, whoever owns it. Its id may have been given to a stranger meanwhile. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
