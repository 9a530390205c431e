/** Only what is needed: the package's main file holds the grammars of all languages. */
export { createLowlight } from 'lowlight'
