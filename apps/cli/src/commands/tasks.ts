// `credence tasks …`: runs of builds on a platform.
import { STREAMS, spelling, type Task, type TaskStats } from '@credence/contract'
import { type Context, command, UsageError } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { SHOWING_OPTIONS, type Showing, showing, showValues } from '../local/show.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, time } from '../table.ts'
import { listCommand } from './list-command.ts'
import { LIST_OPTIONS, limitOf, statusAndReason, statusQuery, take, WAIT_OPTIONS, waited } from './shared.ts'
import { workCommands } from './work-commands.ts'

const TASK = { name: 'TASK', about: 'the id of a task, tsk_…' }
const ID = 'tsk_00112233445566778899aabbccddeeff'
const BUILD_ID = 'bld_00112233445566778899aabbccddeeff'

const list = listCommand({
  name: 'tasks list',
  summary: 'list tasks, newest first',
  description: 'Lists your tasks, newest first.',
  options: { ...LIST_OPTIONS, build: { type: 'string', value: 'BUILD', about: 'only those of this build' } },
  examples: [
    { line: 'credence tasks list', about: 'the newest 25' },
    { line: `credence tasks list --build ${BUILD_ID} --limit 100`, about: 'the runs of one build' },
  ],
  columns: {
    task: (task: Task) => task.TaskID,
    status: (task) => task.Status,
    created: (task) => time(task.CreatedAt),
    build: (task) => task.BuildID,
    arguments: (task) => task.Arguments ?? '',
    name: (task) => task.Name ?? '',
  },
  async items(client, values) {
    if (values.build !== undefined && values.status !== undefined) throw new UsageError('--build and --status do not go together')
    return take(values.build === undefined ? client.tasks.list(statusQuery(values)) : client.tasks.listOfBuild(values.build), limitOf(values))
  },
  none: 'There are no such tasks. `credence tasks run BUILD` makes one.',
})

const run = command({
  name: 'tasks run',
  summary: 'run a build and print what it prints',
  description: `Runs a build, waits until the task ends, and prints its output. Ends with 0 if the task is Completed and with 1 if
not. With --detach it prints the id of the task at once.`,
  positionals: [{ name: 'BUILD', about: 'the id of a build, bld_…' }],
  options: {
    arguments: {
      type: 'string',
      short: 'a',
      value: 'TEXT',
      about: 'arguments of the program, split as a shell would; those of the build unless given',
    },
    name: { type: 'string', value: 'NAME', about: 'a name for the task' },
    ...SHOWING_OPTIONS,
    ...WAIT_OPTIONS,
    ...PLATFORM_OPTIONS,
  },
  examples: [
    { line: `credence tasks run ${BUILD_ID}`, about: 'run it as it was built' },
    { line: `credence tasks run ${BUILD_ID} --arguments "-S 0" --json`, about: 'other arguments; the task and its outputs as JSON' },
  ],
  async run({ values, positionals: [buildId] }, context) {
    const { terminal, env } = context
    const how = { Stdout: showing(values, terminal, 'Stdout'), Stderr: showing(values, terminal, 'Stderr') }
    const client = await openClient(values, env)
    const { arguments: words, name } = values
    const body = { ...(words !== undefined && { Arguments: words }), ...(name !== undefined && { Name: name }) }
    const { TaskID } = await client.tasks.create(buildId!, Object.keys(body).length > 0 ? body : undefined)
    if (values.detach) {
      terminal.out(values.json ? json({ TaskID }) : `${TaskID}\n`)
      return 0
    }
    const task = await waited('task', TaskID, client.tasks.wait, context)
    if (task.Status === 'Cancelled') return ended(task, context)
    const [stdout, stderr] = await Promise.all([client.tasks.output(TaskID, 'Stdout'), client.tasks.output(TaskID, 'Stderr')])
    if (values.json) terminal.out(json({ ...task, Outputs: { Stdout: stdout, Stderr: stderr } }))
    else {
      terminal.out(shown(stdout, how.Stdout))
      terminal.error(shown(stderr, how.Stderr))
    }
    return ended(task, context)
  },
})

const shown = (text: string, how: Showing | undefined): string => (how ? showValues(text, how) : text)

const output = command({
  name: 'tasks output',
  summary: 'print what a task printed',
  description: 'Prints standard output, or standard error, of a task. Of one that has not ended it prints what is there so far, and says so.',
  positionals: [TASK],
  options: {
    stream: { type: 'string', short: 's', value: 'NAME', about: 'Stdout or Stderr; Stdout unless given' },
    ...SHOWING_OPTIONS,
    ...CONNECTION,
  },
  examples: [
    { line: `credence tasks output ${ID}`, about: 'its results' },
    { line: `credence tasks output ${ID} --stream Stderr`, about: 'its messages' },
  ],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const stream = spelling(STREAMS, values.stream ?? 'Stdout')
    if (!stream) throw new UsageError(`--stream is ${STREAMS.join(' or ')}, not '${values.stream}'`)
    const how = showing(values, terminal, 'Stdout')
    const { text, isComplete } = await (await openClient(values, env)).tasks.outputSoFar(id!, stream)
    terminal.out(shown(text, how))
    if (!isComplete)
      terminal.error(`credence: the task has not ended; ${text === '' ? 'nothing is printed yet' : 'this is what it printed so far'}
`)
    return 0
  },
})

const work = workCommands<Task>({
  noun: 'task',
  id: ID,
  of: ({ tasks }) => tasks,
  describe: describeTask,
  about: {
    get: 'Shows a task: its status and history, and once it ended, its figures.',
    wait: 'Ends with 0 if it is Completed and with 1 if not.',
    cancel: 'Asks a task that waits or runs to end.',
    remove: 'Deletes a task and its outputs. An active one has to be cancelled first.',
  },
  ended,
})

export const taskCommands = [run, list, work.get, work.wait, output, work.rename, work.cancel, work.remove]

function describeTask(task: Task): string {
  return fields([
    ['task', task.TaskID],
    ['name', task.Name],
    ['build', task.BuildDeleted ? `${task.BuildID} (deleted)` : task.BuildID],
    ['status', statusAndReason(task)],
    ['arguments', task.Arguments],
    ['created', time(task.CreatedAt)],
    ['finished', time(task.FinishedAt)],
    ['instructions', task.Stats?.DynamicInstructions],
    ['processor', task.Stats && `${task.Stats.ProcessorTime} s`],
    ['execution', task.Stats && `${task.Stats.ExecutionTimeInMilliseconds} ms`],
    ['paths', task.Stats?.Paths && pathsShown(task.Stats.Paths)],
    ['notices', task.Stats?.Notices && `${task.Stats.Notices.length + (task.Stats.MoreNotices ?? 0)}, at the end of its standard error`],
  ])
}

/** Below that of any sample: what is left of sums of shares. */
const LEAST_SHARE = 1e-9
/** In words: paths, runs, and the shares that are not as they should be. */
export function pathsShown({ Count, Runs, Followed, ByMajority, Endless }: NonNullable<TaskStats['Paths']>): string {
  const share = (part: number, words: string) => (part > LEAST_SHARE ? `; ${Number((100 * part).toPrecision(2))} % of the samples ${words}` : '')
  return `${Count} in ${Runs} runs${share(1 - Followed - Endless, 'not followed')}${share(ByMajority, 'decided by the majority')}${share(Endless, 'did not end')}`
}

function ended(task: Task, { terminal }: Context): number {
  if (task.Status === 'Completed') return 0
  terminal.error(`credence: the task ended as ${statusAndReason(task)}\n`)
  return EXIT.failed
}
