import { z } from 'zod'

/** How an adapter writes names, types and values, for the tools that show them in one shape for every language. */
export const presentation = z
  .strictObject({
    /**
     * A frame's name: `bare` as people say it; `dotted` is `Ns.Type.Method(args)`; `colons` is `ns::type::method(args)`.
     */
    functionNames: z.enum(['bare', 'dotted', 'colons']).default('bare'),
    /** Frames that a compiler made of an async method or iterator are named `<Method>d__3.MoveNext()`. */
    stateMachineFrames: z.boolean().default(false),
    /** An object's value: the text to show, or only its full type name in braces, `{Ns.Type}`. */
    objectValues: z.enum(['text', 'type-in-braces']).default('text'),
    /** Type names: the runtime's own, or C# (`int`, `List<T>`) that stands for the runtime's (`System.Int32`, ``List`1[T]``). */
    typeNames: z.enum(['runtime', 'csharp']).default('runtime'),
    /** How the language writes these values. */
    literals: z
      .strictObject({
        null: z.string().default('null'),
        true: z.string().default('true'),
        false: z.string().default('false'),
        /** A slot or variable that has no value. */
        unbound: z.string().optional(),
      })
      .prefault({}),
    /**
     * How names and paths are written: as in most languages; as in C, where `p->next` names a member; or as in Lisp, where
     * `line-items` and `*total*` are names and case does not count.
     */
    names: z.enum(['common', 'c', 'lisp']).default('common'),
    /** The name under which a frame lists the object whose method runs. */
    receiver: z.string().default('this'),
    /**
     * Whether the arguments of a frame stand in a scope of their own, so that a frame without one has no arguments.
     * `listed`: the scope is there, be it empty, wherever the adapter can tell them; without it they are among the locals.
     */
    argumentsScope: z.union([z.boolean(), z.literal('listed')]).default(false),
    /**
     * How the arguments of a frame are known by name, where the adapter lists them among the locals. `scope`: that scope tells
     * them (`dapplexArguments`). `expression`: its value is a text with the names, in their order; it must run no code of the
     * program, and `context` is one in which the adapter cuts no value (DAP, `EvaluateArguments.context`). `source`: the first
     * line of the function's definition in its source, where `{{name}}` stands for the function's last name; a parameter is
     * the first word of each part between commas.
     */
    argumentNames: z
      .discriminatedUnion('from', [
        z.strictObject({ from: z.literal('scope') }),
        z.strictObject({ from: z.literal('expression'), context: z.string(), expression: z.string() }),
        z.strictObject({ from: z.literal('source'), definition: z.string() }),
      ])
      .optional(),
    /**
     * A regular expression for the types of functions and of what else has only members that everybody knows: a digest shows none
     * of theirs, and leaves such values out among the members of others.
     */
    familiarTypes: z.string().optional(),
    /** A regular expression for the types that a value's text tells already, as `int` for `7`: a digest leaves them out. */
    plainTypes: z.string().optional(),
    /** A regular expression for texts of objects that tell only the type: a digest shows their fields instead. */
    opaqueValues: z.string().optional(),
    /** Names of rows that only group other rows and are no members of the object. */
    groupRows: z.array(z.string()).default([]),
    /** Names (a regular expression) of variables that a tool has put into the user's frames: a stop does not show them. */
    madeByTools: z.string().optional(),
    /** The argument of `evaluate` and `variables` that says how many characters of a text may come; without it it is cut sooner. */
    textArgument: z.string().optional(),
    /**
     * An adapter that knows no pages: it lists from the first element whatever `start` is, adds rows of its own that are no
     * variables, and puts the later elements of a long listing into rows of the type `partType`. The name or the value of such
     * a row may tell which elements it holds, as `[100:300]`. `length` is the row with the number of all elements. After the row
     * `end.row` it lists no more, whatever there is; `end.instead` says how to read the rest.
     */
    unpagedListings: z
      .strictObject({
        notVariables: z.array(z.string()),
        length: z.string(),
        partType: z.string(),
        end: z.strictObject({ row: z.string(), instead: z.string() }).optional(),
      })
      .optional(),
    /**
     * Where the adapter's `evaluateName` of a row gives something else than the row; names and values are regular expressions.
     */
    evaluateNames: z
      .strictObject({
        /** The name of a variable that another one of the same name hides: it has no expression, nor has anything in it. */
        hidden: z.string().optional(),
        /** The name of a row that only groups others: it has no expression itself. */
        group: z.string().optional(),
        /** The value of a row that could not be read. */
        unreadable: z.string().optional(),
        /** What is written otherwise: `to` as in `String.replace`. */
        rewrite: z.array(z.strictObject({ pattern: z.string(), to: z.string() })).default([]),
      })
      .prefault({}),
    /** Width in bits of the language's integer types, where a type of that name has another width in C. */
    integerBits: z.record(z.string(), z.union([z.int().min(1), z.literal('unlimited')])).default({}),
    /** Regular expressions for lines of the program's standard error that name frames of the debugger itself. */
    debuggerLines: z.array(z.string()).default([]),
    /** Regular expressions for names of frames that are not the user's code, where the adapter does not say so itself. */
    libraryFrames: z.array(z.string()).default([]),
    /** What a thread waits for, told by the name of a frame above the program's own code: the first that fits counts. */
    waits: z.array(z.strictObject({ frame: z.string(), what: z.string() })).default([]),
    /** Regular expressions for the name of a thread's top frame: the thread stands in a wait. */
    waitFrames: z.array(z.string()).default([]),
  })
  .prefault({})
