/** Why a repository cannot be built that is its owner's to mend: the message says so, in git's words where they are git's. */
export class SourceFault extends Error {
  override name = 'SourceFault'
}
