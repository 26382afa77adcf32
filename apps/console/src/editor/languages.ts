// What the editor knows of a language: colours, and help while typing.
import { cpp } from '@codemirror/lang-cpp'
import type { Extension } from '@codemirror/state'
import type { Language } from '@credence/contract'
import { fortran } from '@credence/ui/fortran'
import { assist } from './assist.ts'

export const languageExtension = (language: Language): Extension => [language === 'Fortran' ? fortran() : cpp(), assist(language)]
