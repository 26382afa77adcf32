// Every command, in the order of the help.
import type { Command } from './command.ts'
import { accountCommands } from './commands/account.ts'
import { api } from './commands/api.ts'
import { bucketCommands } from './commands/buckets.ts'
import { buildCommands } from './commands/builds.ts'
import { completion } from './commands/completion.ts'
import { coreCommands } from './commands/cores.ts'
import { driveCommands } from './commands/drives.ts'
import { fileCommands } from './commands/files.ts'
import { githubCommands } from './commands/github.ts'
import { health } from './commands/health.ts'
import { keyCommands } from './commands/keys.ts'
import { login, whoami } from './commands/login.ts'
import { repositoryCommands } from './commands/repositories.ts'
import { run } from './commands/run.ts'
import { plot, samples } from './commands/samples.ts'
import { serviceCommands } from './commands/service.ts'
import { taskCommands } from './commands/tasks.ts'
import { thingCommands } from './commands/things.ts'
import { watch } from './commands/watch.ts'
import { webhookCommands } from './commands/webhooks.ts'

export const COMMANDS: readonly Command[] = [
  run,
  ...serviceCommands,
  completion(() => COMMANDS),
  login,
  whoami,
  ...buildCommands,
  ...taskCommands,
  watch,
  ...coreCommands,
  ...repositoryCommands,
  ...fileCommands,
  ...bucketCommands,
  ...driveCommands,
  ...thingCommands,
  samples,
  plot,
  ...keyCommands,
  ...accountCommands,
  ...githubCommands,
  ...webhookCommands,
  health,
  api,
]
