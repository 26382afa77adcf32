// `credence completion`: a script that teaches a shell the commands and their options.
import { type Command, command, UsageError } from '../command.ts'
import { completionScript, SHELLS } from '../completion.ts'

/** @param commands  all, this one among them */
export const completion = (commands: () => readonly Command[]): Command =>
  command({
    name: 'completion',
    summary: 'print what makes a shell complete commands',
    description: `Prints a script for a shell: with it the Tab key completes commands, options and the words that an option takes.`,
    positionals: [{ name: 'SHELL', about: SHELLS.join(', ') }],
    options: {},
    examples: [
      { line: 'credence completion bash | tee ~/.local/share/bash-completion/completions/credence', about: 'bash, from the next shell on' },
      { line: 'credence completion zsh | tee ~/.zfunc/_credence', about: 'zsh, where fpath holds ~/.zfunc' },
      { line: 'credence completion fish | tee ~/.config/fish/completions/credence.fish', about: 'fish' },
    ],
    async run({ positionals: [name] }, { terminal }) {
      const shell = SHELLS.find((known) => known === name)
      if (!shell) throw new UsageError(`'${name}' is not one of ${SHELLS.join(', ')}`)
      terminal.out(completionScript(shell, commands()))
      return 0
    },
  })
