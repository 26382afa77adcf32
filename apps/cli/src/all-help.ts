// Prints the help of every command, group and of the whole program, as JSON by the words that ask for it: for the documentation, which shows them all
// and would otherwise start the program for each.
import { findCommand } from './cli.ts'
import { COMMANDS } from './commands.ts'

const groups = COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] as string] : []))
const asked = ['', ...new Set(groups), ...COMMANDS.map(({ name }) => name)]
const helps = asked.map((words) => [words, findCommand([...words.split(' ').filter(Boolean), '--help']).help])
process.stdout.write(JSON.stringify(Object.fromEntries(helps)))
