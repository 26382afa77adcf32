// Tasks: one run of a build.
import { type Static, Type } from 'typebox'
import { dataSources, givenDataSources } from './data-sources.ts'
import { exampleHistory, givenName, jobName, jobOperations, status, statusTransitions } from './jobs.ts'
import { LIMITS } from './limits.ts'
import { json, operation, plainText, redirect } from './operation.ts'
import { continuationKey, count, exampleId, id, TimeQuery } from './parameters.ts'
import { Sample } from './samples.ts'
import { epochMilliseconds, oneOf, orBrief, ref } from './schema.ts'

export type TaskNotice = Static<typeof TaskNotice>
export const TaskNotice = Type.Object(
  {
    Kind: oneOf(['Comparison', 'Conversion', 'Tail', 'Path'], {
      description:
        'Comparison, Conversion: it was decided by the particle, and some samples would have decided otherwise, or given another integer. Tail: a probability rests on few samples. Path: on some paths the program ended otherwise, or was not followed.',
    }),
    File: Type.Optional(Type.String({ description: 'The source file, as in the build directory; absent where it is not known.' })),
    Line: Type.Optional(Type.Integer({ description: 'The line, counted from 1.' })),
    Function: Type.Optional(Type.String({ description: 'The function that the line is in.' })),
    Count: Type.Integer({
      description: 'How often it was decided against samples; of a Tail: how often it was asked for; of a Path: paths that were followed.',
    }),
    Evaluations: Type.Optional(
      Type.Integer({ description: 'How often something was decided there on uncertain numbers; absent where a library did.' }),
    ),
    Share: Type.Number({
      description:
        'Largest share of the samples that would have decided otherwise, 0 to 1; of a Tail: share of the samples above the number asked for; of a Path: share of the samples that it concerns.',
    }),
    Estimated: Type.Boolean({ description: 'True: so many decisions were taken there that only a part was examined.' }),
    Text: Type.String({ description: 'The notice in words, with its place.' }),
  },
  {
    $id: 'TaskNotice',
    description: 'A place in the program where what a run did does not hold for all samples.',
    examples: [
      {
        Kind: 'Comparison',
        File: 'src/main.c',
        Line: 41,
        Function: 'step',
        Count: 12,
        Evaluations: 340,
        Share: 0.3712,
        Estimated: false,
        Text: 'src/main.c:41: notice: decided by the particle; up to 37 % of the samples would have decided otherwise (12 of 340 times)',
      },
    ],
  },
)

export type TaskStats = Static<typeof TaskStats>
export const TaskStats = Type.Object(
  {
    DynamicInstructions: Type.Integer({
      description:
        'Instructions executed; 0 where the class of the core does not count them. Of a task that was cancelled or ran out of time: up to a moment before its end.',
    }),
    ProcessorTime: Type.Number({ description: 'Processor time in seconds.' }),
    ExecutionTimeInMilliseconds: Type.Integer({ description: 'Time from start to end of the run.' }),
    Executions: Type.Optional(
      Type.Object(
        {
          Done: Type.Integer({ description: 'How many are over.' }),
          Wanted: Type.Integer({ description: 'How many the core asks for.' }),
          Numbers: Type.Optional(
            Type.Array(
              Type.Object({
                Count: Type.Integer({ description: 'Executions that print it.' }),
                Mean: Sample,
                StandardDeviation: Sample,
                StandardError: { ...Sample, description: 'Of the mean, as for independent draws.' },
              }),
              {
                maxItems: LIMITS.executions.numbers,
                description: `Of the first ${LIMITS.executions.numbers} numbers that are printed and differ between executions, in their order: mean, spread, and how well the mean is known. Those that are not finite are texts.`,
              },
            ),
          ),
        },
        { description: 'On a Reference core: executions of the program on draws of its inputs. While the task runs, as they come.' },
      ),
    ),
    Paths: Type.Optional(
      Type.Object(
        {
          Count: Type.Integer({ description: 'Paths that were followed to their end.' }),
          Runs: Type.Integer({ description: 'Runs of the program for them, with those that ended where a path parts.' }),
          Followed: Type.Number({ description: 'Share of the samples whose path was followed to its end, 0 to 1.' }),
          ByMajority: Type.Number({
            description: 'Of these, the share that went with the majority of their path somewhere, as a share of all samples.',
          }),
          Endless: Type.Number({ description: 'Share of the samples whose path did not end in time.' }),
        },
        { description: 'How the paths of the program were followed. Absent where all samples took one, or the particle decided for all.' },
      ),
    ),
    Notices: Type.Optional(
      Type.Array(ref(TaskNotice), {
        maxItems: LIMITS.notices,
        description: 'Where the results do not hold for all samples, what matters most first. Absent where there is nothing to say.',
      }),
    ),
    MoreNotices: Type.Optional(Type.Integer({ description: `Further notices, beyond the ${LIMITS.notices} that are listed.` })),
  },
  {
    $id: 'TaskStats',
    description: 'Figures of a finished task; on a Reference core also of one that runs.',
    examples: [{ DynamicInstructions: 75652, ProcessorTime: 0.013655, ExecutionTimeInMilliseconds: 957 }],
  },
)

const taskId = exampleId('task')
const taskExample = {
  TaskID: taskId,
  BuildID: exampleId('build'),
  Owner: exampleId('user'),
  Status: 'Completed' as const,
  StatusTransitions: exampleHistory('Task', taskId, [1767323047000, 1767323047021, 1767323047060, 1767323048017]),
  Arguments: '-S 0',
  DataSources: [],
  CreatedAt: 1767323047000,
  UpdatedAt: 1767323048017,
  StartedAt: 1767323047021,
  FinishedAt: 1767323048017,
  Stats: { DynamicInstructions: 75652, ProcessorTime: 0.013655, ExecutionTimeInMilliseconds: 957 },
  IsPublic: false,
  SmallOutput: null,
}

export type Task = Static<typeof Task>
export const Task = Type.Object(
  {
    TaskID: id('task', 'The id of the task.'),
    BuildID: id('build', 'The build it runs.'),
    BuildDeleted: Type.Optional(Type.Boolean({ description: 'True: the build was deleted since. Absent: it is there.' })),
    Owner: id('user', 'Who started it.'),
    Name: jobName,
    Status: status,
    StatusTransitions: statusTransitions,
    Arguments: Type.Optional(Type.String({ description: 'Its arguments, when it was given any.' })),
    StandardError: Type.Optional(Type.Number({ description: 'On a Reference core: the standard error that was asked for.' })),
    DataSources: dataSources,
    CreatedAt: epochMilliseconds('When it was accepted.'),
    UpdatedAt: epochMilliseconds('When its status or its name last changed.'),
    StartedAt: Type.Optional(epochMilliseconds('When work on it began.')),
    FinishedAt: Type.Optional(epochMilliseconds('When it ended.')),
    Stats: Type.Optional(ref(TaskStats)),
    IsPublic: Type.Boolean({ description: 'True: it was started through the public call, and everybody may look at it.' }),
    SmallOutput: Type.Null({ description: 'Always null.' }),
  },
  { $id: 'Task', description: 'One run of a build.', examples: [taskExample] },
)

const page = { Tasks: Type.Array(ref(Task)), Count: count, ContinuationKey: continuationKey }
export type TaskSummary = Static<typeof TaskSummary>
export const TaskSummary = Type.Object(
  { TaskID: id('task', 'The id of the task.'), Owner: id('user', 'Who made it.'), CreatedAt: epochMilliseconds('When it was accepted.') },
  {
    $id: 'TaskSummary',
    description: 'A task on a list with `noexpand=true`.',
    examples: [{ TaskID: exampleId('task'), Owner: exampleId('user'), CreatedAt: 1767323045678 }],
  },
)
const briefPage = { Tasks: Type.Array(ref(TaskSummary)), Count: count, ContinuationKey: continuationKey }
export const TaskSummaryList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), ...briefPage },
  {
    $id: 'TaskSummaryList',
    description: 'A page of tasks with `noexpand=true`.',
    examples: [{ UserID: exampleId('user'), Tasks: [{ TaskID: exampleId('task'), Owner: exampleId('user'), CreatedAt: 1767323045678 }], Count: 1 }],
  },
)
export const BuildTaskSummaryList = Type.Object(
  { BuildID: id('build', 'Whose list this is.'), ...briefPage },
  {
    $id: 'BuildTaskSummaryList',
    description: 'A page of tasks of one build with `noexpand=true`.',
    examples: [{ BuildID: exampleId('build'), Tasks: [{ TaskID: exampleId('task'), Owner: exampleId('user'), CreatedAt: 1767323045678 }], Count: 1 }],
  },
)
export type TaskList = Static<typeof TaskList>
export const TaskList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), ...page },
  { $id: 'TaskList', description: 'A page of tasks, newest first.', examples: [{ UserID: exampleId('user'), Tasks: [taskExample], Count: 1 }] },
)
export type BuildTaskList = Static<typeof BuildTaskList>
export const BuildTaskList = Type.Object(
  { BuildID: id('build', 'Whose tasks these are.'), ...page },
  {
    $id: 'BuildTaskList',
    description: 'A page of tasks of one build, newest first.',
    examples: [{ BuildID: exampleId('build'), Tasks: [taskExample], Count: 1 }],
  },
)

export type TaskRequest = Static<typeof TaskRequest>
export const TaskRequest = Type.Object(
  {
    Arguments: Type.Optional(
      Type.String({ description: 'Command-line arguments, split like a shell does. Absent: those of the build. Empty: none.', examples: ['-S 0'] }),
    ),
    DataSources: Type.Optional(givenDataSources),
    Name: givenName,
    StandardError: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'For builds of a Reference core: executions end as soon as no printed number has a mean with a larger standard error, as for independent draws. Absent: as many executions as the core asks for.',
        examples: [0.001],
      }),
    ),
  },
  { $id: 'TaskRequest', description: 'How to run the build; what is absent comes from the build.', examples: [{ Arguments: '-S 0' }] },
)
export type TaskUpdate = Static<typeof TaskUpdate>
export const TaskUpdate = Type.Object({ Name: givenName }, { $id: 'TaskUpdate', description: 'What to change.', examples: [{ Name: 'Sweep, cold' }] })
export type TaskCreated = Static<typeof TaskCreated>
export const TaskCreated = Type.Object(
  { TaskID: id('task', 'The id of the new task.') },
  { $id: 'TaskCreated', description: 'The task was accepted.', examples: [{ TaskID: taskId }] },
)

const link = (what: string) => Type.String({ description: `Link to ${what}. Works for ${LIMITS.links.outputSeconds} s, without a credential.` })
export type TaskOutputs = Static<typeof TaskOutputs>
export const TaskOutputs = Type.Object(
  {
    Stdout: link('standard output, as text'),
    Stderr: link('standard error, as text'),
    StdoutChunks: Type.Array(link('a part of standard output, gzip-compressed'), { description: 'Standard output in parts, in order.' }),
  },
  {
    $id: 'TaskOutputs',
    description: 'Where to read the outputs of a task.',
    examples: [
      {
        Stdout: 'https://host/objects/…/Stdout?…',
        Stderr: 'https://host/objects/…/Stderr?…',
        StdoutChunks: ['https://host/objects/…/Stdout.0.gz?…'],
      },
    ],
  },
)

/** Header of an answer with an output: `true` when the task has ended and nothing can follow, `false` until then. */
export const COMPLETE_HEADER = 'Credence-Complete'
const complete = {
  [COMPLETE_HEADER]: '`true`: the task has ended, this is all it printed. `false`: it waits or runs; what it printed so far, and more may follow.',
}

const ofTasks = jobOperations({
  noun: 'Task',
  many: '/tasks',
  one: '/tasks/{TaskID}',
  item: Task,
  list: TaskList,
  briefList: TaskSummaryList,
  shows: 'its status and history, and once it ended, its figures',
  deleting: 'Deletes a task with its outputs. An active one must be cancelled first.',
  errors: { unknown: 'taskNotFound', active: 'taskActive', terminated: 'taskTerminated' },
})
export const taskOperations = {
  createTask: operation({
    method: 'POST',
    path: '/builds/{BuildID}/tasks',
    tag: 'Tasks',
    summary: 'Run a build',
    description:
      'Starts a task on a Completed build. The body may be left out. The response comes at once and names the task; ask for it until its Status is final.',
    body: TaskRequest,
    bodyRequired: false,
    replies: { 202: json('Accepted.', TaskCreated) },
    errors: ['malformedField', 'fieldTooLarge', 'notAvailable', 'hardwareOnly', 'buildNotFound', 'buildNotCompleted', 'tierLimit', 'overloaded'],
    credential: 'any',
  }),
  listBuildTasks: operation({
    method: 'GET',
    path: '/builds/{BuildID}/tasks',
    tag: 'Tasks',
    summary: 'List tasks of a build',
    description: 'The tasks of one build, newest first.',
    query: TimeQuery,
    replies: { 200: json('A page of tasks.', orBrief(BuildTaskList, BuildTaskSummaryList)) },
    errors: ['malformedField', 'buildNotFound'],
    credential: 'any',
  }),
  listTasks: ofTasks.list,
  getTask: ofTasks.get,
  deleteTask: ofTasks.delete,
  cancelTask: ofTasks.cancel,
  updateTask: operation({
    method: 'PATCH',
    path: '/tasks/{TaskID}',
    tag: 'Tasks',
    summary: 'Name a task',
    description: 'Gives a task another name, in any status, or takes it away.',
    body: TaskUpdate,
    bodyRequired: true,
    replies: { 200: json('The task.', Task) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'taskNotFound'],
    credential: 'any',
  }),
  createPublicTask: operation({
    method: 'POST',
    path: '/builds/{BuildID}/tasks/public',
    tag: 'Tasks',
    summary: 'Run a public build',
    description:
      'Starts a task of yours on a Completed build of anybody who made it public. Everybody who knows its id may look at the task and its outputs.',
    body: TaskRequest,
    bodyRequired: false,
    replies: { 202: json('Accepted.', TaskCreated) },
    errors: ['malformedField', 'fieldTooLarge', 'notAvailable', 'hardwareOnly', 'buildNotFound', 'buildNotCompleted', 'tierLimit', 'overloaded'],
    credential: 'any',
  }),
  getPublicTask: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/public',
    tag: 'Tasks',
    summary: 'Get a public task',
    description: 'One task that was started through the public call. Needs no credential.',
    replies: { 200: json('The task.', Task) },
    errors: ['taskNotFound'],
    credential: 'none',
  }),
  getPublicTaskOutputs: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/outputs/public',
    tag: 'Tasks',
    summary: 'Get links to the outputs of a public task',
    description: 'As GET /tasks/{TaskID}/outputs, of a task that was started through the public call. Needs no credential.',
    replies: { 200: json('The links.', TaskOutputs) },
    errors: ['taskNotFound', 'taskOutputDeleted', 'objectsAway'],
    credential: 'none',
  }),
  getTaskOutputs: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/outputs',
    tag: 'Tasks',
    summary: 'Get links to the outputs of a task',
    description:
      'Links to standard output and standard error. Until the task has ended both lead to an empty text; `StdoutChunks` grows while it runs, and GET /tasks/{TaskID}/output/{Stream} gives what is there.',
    replies: { 200: json('The links.', TaskOutputs) },
    errors: ['taskNotFound', 'taskOutputDeleted', 'objectsAway'],
    credential: 'any',
  }),
  getTaskOutput: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/output/{Stream}',
    tag: 'Tasks',
    summary: 'Get an output of a task',
    description: `Standard output or standard error itself, as text; a redirect when it is over ${LIMITS.output.redirectBytes / 1e6} MB. Of a task that runs it gives what was printed up to about a second ago. The header \`${COMPLETE_HEADER}\` tells that from the whole: an empty text with \`true\` is a task that printed nothing, with \`false\` one that has not printed yet.`,
    query: Type.Object({ skipCache: Type.Optional(Type.Boolean({ description: 'True: read it again instead of taking a cached copy.' })) }),
    replies: {
      200: { ...plainText('The output, byte for byte.'), headers: complete },
      302: { description: 'The output is large: read it there.', headers: { ...redirect('').headers, ...complete } },
    },
    errors: ['malformedField', 'taskNotFound', 'taskOutputNotFound', 'taskOutputDeleted', 'objectsAway'],
    credential: 'any',
  }),
} as const
