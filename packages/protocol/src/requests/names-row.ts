import type { Step } from './parse-path.js'

/** Whether a step names the variable with this name. Adapters name elements `[3]` or `3`, keys with or without quotes and brackets. */
export function namesRow(step: Step, name: string): boolean {
  switch (step.kind) {
    case 'member':
      return name === step.name || `@${name}` === step.name
    case 'index':
      return name === `[${step.index}]` || name === String(step.index)
    case 'key': {
      const bare = step.text.slice(1, -1)
      return [
        step.text,
        bare,
        `[${step.text}]`,
        `[${bare}]`,
        `'${bare}'`,
        `"${bare}"`,
        `['${bare}']`,
        `["${bare}"]`,
      ].includes(name)
    }
  }
}
