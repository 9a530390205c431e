import { z } from 'zod'

/** Why an expression has no value (`EVAL_FAILED`, `data.kind`). */
export const evalFailureKind = z.enum([
  /** The text is no expression of the language. */
  'syntax',
  /** The language's own compiler refused it: what it said is in `data.diagnostics`. */
  'compile',
  /** It did not end in time. */
  'timeout',
  /** It would have changed something, and that was not allowed. */
  'side_effects',
  /** The thread stands where no code can be run; a breakpoint is a place where it can. */
  'unsafe_point',
  /** The text of a value that cannot be read back, such as `#<HASH-TABLE …>`. */
  'unreadable',
  /** Evaluating it signalled an error, where no value of the expression could stand for that. */
  'exception',
  /** A restart ended it before it had a value. */
  'aborted',
  /** The adapter refused for another reason: its own words are in `data.reason`. */
  'refused',
])
export type EvalFailureKind = z.infer<typeof evalFailureKind>

/** How a failed evaluation tells what went wrong. Regular expressions run over the adapter's failure text. */
export const evaluation = z
  .strictObject({
    /** The first pattern that fits gives the kind; without one it is `refused`. */
    failures: z.array(z.strictObject({ pattern: z.string(), kind: evalFailureKind })).default([]),
    /** The expression threw: a pattern with the groups `type` and `message`. Looked at after `failures`. */
    thrown: z.string().optional(),
    /** An expression that throws is answered with success, and its value is the exception object. */
    thrownAsValue: z.boolean().default(false),
    /**
     * Expressions by which a class, function or package is described, for a language whose adapter has no request for it. They
     * must run no code of the program. `{{name}}` stands for the name as a JSON string, `{{start}}` and `{{count}}` for the page.
     * The value is base64 of JSON: `{found: {…}}` as inspect_class, inspect_function and inspect_package document it,
     * `{nearest?}` where there is none, or `{is}` where it is something else.
     */
    describe: z
      .strictObject({
        /** DAP, `EvaluateArguments.context`: one in which the adapter cuts no value. */
        context: z.string(),
        class: z.string().optional(),
        function: z.string().optional(),
        package: z.string().optional(),
        /** Which threads wait: `found` has `threads` as threads_waiting documents them, by `name`, with `holder`, the name of another. */
        waits: z.string().optional(),
        /**
         * The fields of objects, for an adapter whose listing of them runs code: `found` has `objects`, in the order of
         * `{{objects}}` (their expressions, with commas between them). `fields [{name, value}]` is absent of an object that can
         * be listed without that; `more` counts the fields that are left out.
         */
        fields: z.string().optional(),
      })
      .optional(),
    /**
     * How values are read without running code of the program, for an adapter whose own listings and texts run it. `prepare` is
     * evaluated in each program before it runs. From then on a request with `format` (DAP, `ValueFormat`) lists what stands in a value,
     * shows what would be computed as a row to be asked for (`lazy`), and refuses a path that runs code. Requests of others stay as
     * they are; the answer to one that may have run code says `dapplexRan`.
     */
    plainReads: z.strictObject({ prepare: z.string(), format: z.record(z.string(), z.boolean()) }).optional(),
    /**
     * How an object stays in sight when the frame that names it has returned, for an adapter that does not number objects. `keep` is
     * evaluated in that frame; where its value fits `kept`, `name` names the value that is watched in every frame; `release` ends
     * that. In them `{{path}}` is the path of the value, `{{type}}` its type, `{{object}}` the path of the object that has it,
     * `{{rest}}` what stands behind that, and each group of `kept` has its name.
     */
    holding: z
      .strictObject({
        keep: z.string(),
        kept: z.string().default(''),
        name: z.string(),
        release: z.string().optional(),
      })
      .optional(),
    /**
     * How a call records its own lines, for an adapter that decides the conditions of breakpoints inside the program but does not serve
     * `dapplex_recordCall`. `begin` is evaluated in the frame of the call: its value is base64 of JSON `{lines}`, the lines where
     * `condition` is set; `{{flag}}` in it is an expression as a JSON string, or empty. `take` is evaluated in any frame: its value
     * is base64 of JSON `{lines}` as `dapplex_recordedLines` answers. Nothing may run code of the program but the flag.
     */
    recording: z
      .strictObject({
        /** DAP, `EvaluateArguments.context`: one in which the adapter cuts no value. */
        context: z.string(),
        begin: z.string(),
        condition: z.string(),
        take: z.string(),
      })
      .optional(),
    /**
     * How the program makes steps by itself until a value differs, for an adapter whose steps can be decided inside the program. `begin`
     * is evaluated in the frame that the value is seen from (`{{isSeen}}` is 1), or in any frame once that has returned (0); its value
     * is base64 of JSON `{watches: true}`. The next `stepIn` of the thread then is many: it ends where the value may differ, after
     * `{{most}}` steps, in code outside of `{{folders}}` (a JSON array), and at any other stop of the program. `{{path}}` is a JSON
     * string; `{{isHeld}}` is 1 where `holding` keeps the object. `take` is evaluated in any frame at the stop, and ends it: base64 of
     * JSON `{steps, returned, stackFrames}`, the frames before the last step (DAP, `StackFrame`) and how many of them have returned.
     */
    watching: z.strictObject({ context: z.string(), begin: z.string(), take: z.string() }).optional(),
    /**
     * What ends an evaluation that is under way, for an adapter that cannot cancel: it is evaluated without a frame, beside it.
     * `{{expression}}` is the expression to end, as a JSON string. It must end nothing else.
     */
    interrupt: z.string().optional(),
    /** The argument of `evaluate` by which the adapter ends an evaluation after so many ms; where it has none it goes on. */
    timeoutArgument: z.string().optional(),
    /**
     * A write that the adapter answers with success has changed the value. Those of others are read back by the multiplexer, with
     * two requests more.
     */
    writesAreSure: z.boolean().default(false),
    /** In the context `hover` the adapter itself refuses whatever changes something. */
    hoverIsSafe: z.boolean().default(false),
  })
  .prefault({})
