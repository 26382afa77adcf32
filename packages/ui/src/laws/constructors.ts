// The constructors of parametric distributions, for pages that offer them.
export { CONSTRUCTORS } from '@credence/engine/constructors'
