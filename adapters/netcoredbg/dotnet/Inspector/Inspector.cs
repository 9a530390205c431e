using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace Dapplex
{
    /// <summary>What the debugger's evaluate calls. Every answer is one JSON text: a result, or <c>{"error": {type, message, data}}</c>.</summary>
    public static class Inspector
    {
        /// <summary>Longer answers go through a file: a string of 5 MB takes the debugger a second to read.</summary>
        private const int FileAbove = 1000000;

        /// <summary>In ms. The debugger's own limit of 5 s comes after it.</summary>
        private const int DefaultLimit = 2000;

        private static readonly Dictionary<string, Func<Query, JsonObject>> Operations = new Dictionary<string, Func<Query, JsonObject>>
        {
            { "children", ChildRows.Read },
            { "contents", ChildRows.Contents },
            { "inspectObject", ObjectOutline.Read },
            { "objectInspect", ObjectInspection.Read },
            { "slot", Slots.Read },
            { "setSlot", Slots.Write },
            { "value", Rows.Read },
            { "same", SameValue.Read },
            { "enum", Enums.Read },
            { "path", MemberPath.Read },
            { "release", query => new JsonObject { { "released", Handles.Release(query.Number("id", 0)) } } },
            { "run", CompiledCode.Run },
            { "load", CompiledCode.LoadOnly },
            { "exception", Exceptions.Read },
            { "class", ClassDescription.Read },
            { "function", FunctionDescription.Read },
            { "package", NamespaceDescription.Read },
            { "types", TypeListing.Read },
            { "members", MemberListing.Read },
            { "search", ModuleSearch.Read },
            { "layout", TypeLayout.Read },
            { "references", References.Read },
            { "instances", Instances.Read },
            { "asyncCallers", AsyncTasks.Callers },
            { "machine", AsyncTasks.Variables },
        };

        private static int lastBegun;

        /// <summary>The answer to <see cref="lastBegun"/>, once there is one.</summary>
        private static volatile string? lastAnswer;

        /// <summary>A capturing form for whatever type the argument's name stands for.</summary>
        public static object AnyOf<T>()
        {
            var element = typeof(T);
            while (element.IsArray) element = element.GetElementType()!;
            return Activator.CreateInstance(typeof(AnyBox<,>).MakeGenericType(typeof(T), element))!;
        }

        /// <summary>A capturing form for a type by its assembly-qualified name.</summary>
        public static object BoxFor(string typeName) =>
            Activator.CreateInstance(typeof(Box<>).MakeGenericType(Type.GetType(typeName, true)!))!;

        /// <summary>An object by its id, for the debugger to store in a variable.</summary>
        public static object Get(int id) => Handles.Get(id);

        /// <summary>Runs one operation: its name, <c>?</c> and what it is asked in the form of a URL query; <c>limit</c> is in ms.</summary>
        public static string Do(string request)
        {
            var at = request.IndexOf('?');
            var asked = new Query(request.Substring(at + 1));
            var number = asked.Number("once", 0);
            if (!Begins(number))
            {
                var known = number == lastBegun ? lastAnswer : null;
                return known ?? Failure("TIMEOUT", "the evaluation was cut by the debugger after it had begun", null);
            }
            return Answer(() => Run(request.Substring(0, at), asked), asked.Number("limit", DefaultLimit), number != 0);
        }

        /// <summary>False for a request that is asked again although it has been begun, when nothing may be done twice.</summary>
        private static bool Begins(int number)
        {
            if (number == 0) return true;
            if (number <= lastBegun) return false;
            lastAnswer = null;
            lastBegun = number;
            return true;
        }

        private static JsonObject Run(string operation, Query asked)
        {
            if (!Operations.TryGetValue(operation, out var run))
                throw new InspectorException("UNSUPPORTED", "the inspector has no operation '" + operation + "'");
            Handles.Begin(asked.Number("stop", 0));
            TypeFinder.Near = asked.Text("near")?.Split(',') ?? Array.Empty<string>();
            return run(asked);
        }

        /// <summary>Runs the work under the limit and prints what came of it.</summary>
        /// <param name="work">gives the answer</param>
        /// <param name="limit">in ms</param>
        /// <param name="isKept">the answer is kept for the same question: the debugger may cut the evaluation while it returns</param>
        internal static string Answer(Func<JsonObject> work, int limit = DefaultLimit, bool isKept = false)
        {
            string? text = null;
            var outcome = Worker.Run(limit, () =>
            {
                text = Said(work);
                if (isKept) lastAnswer = text;
            });
            if (outcome == Outcome.Ended && text != null) return text;
            return Failure("TIMEOUT", "no answer within " + limit + " ms; it may wait for a lock that a stopped thread holds", null);
        }

        private static string Said(Func<JsonObject> work)
        {
            try { return Print(work()); }
            catch (InspectorException error) { return Failure(error.Type, error.Message, error.Details); }
            catch (Exception error) { return Failure("EVAL_FAILED", error.GetType().Name + ": " + error.Message, null); }
        }

        private static string Print(JsonObject answer)
        {
            var text = answer.ToString();
            if (text.Length <= FileAbove) return text;
            var path = Path.GetTempFileName();
            File.WriteAllText(path, text, new UTF8Encoding(false));
            return new JsonObject { { "file", path } }.ToString();
        }

        private static string Failure(string type, string message, JsonObject? data) =>
            new JsonObject { { "error", new JsonObject { { "type", type }, { "message", message }, { "data", data } } } }.ToString();
    }
}
