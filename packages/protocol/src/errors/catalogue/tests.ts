import { z } from 'zod'
import { defineErrors } from './entry.js'

/** Tests and their frameworks. */
export const testErrors = defineErrors({
  NO_TEST_FRAMEWORK: {
    rule: 'surface',
    says: "No test framework fits '{target}'. Looked for: {looked_for}",
    then: 'test_run {target, framework} with a file of tests or the folder of the project; framework names one that was not recognized',
    data: z.object({ target: z.string(), looked_for: z.array(z.string()) }),
  },
  TEST_FRAMEWORK_AMBIGUOUS: {
    rule: 'surface',
    says: "Several test frameworks fit '{target}': {found}",
    then: 'test_run {target, framework} with one of them',
    data: z.object({ target: z.string(), found: z.array(z.string()) }),
  },
  TEST_NOT_FOUND: {
    rule: 'surface',
    says: "None of the {total} tests of '{target}' is called '{name}'",
    then: 'test_run {target, name} with one of nearest; tests_list {"target": "{target}"} lists them all',
    data: z.object({ target: z.string(), name: z.string(), total: z.int(), nearest: z.array(z.string()) }),
  },
  TESTS_UNREADABLE: {
    rule: 'surface',
    says: 'The tests cannot be read by {framework}: {reason}',
    then: 'repair what the reason names; tests_list {} shows whether they can be read',
    data: z.object({ framework: z.string(), reason: z.string() }),
  },
})
