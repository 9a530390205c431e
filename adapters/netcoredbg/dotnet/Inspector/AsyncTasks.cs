using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

namespace Dapplex
{
    /// <summary>
    /// The callers of an async method that has been resumed: they are on no stack, but each waits in the continuation of the
    /// task it awaits. The runtime lists the tasks that are not done once its own switch for debuggers is on.
    /// </summary>
    internal static class AsyncTasks
    {
        private const int Deepest = 50;

        private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        private static readonly FieldInfo? Enabled = typeof(Task).GetField("s_asyncDebuggingEnabled", Any);
        private static readonly FieldInfo? Active = typeof(Task).GetField("s_currentActiveTasks", Any);
        private static readonly FieldInfo? Continuation = typeof(Task).GetField("m_continuationObject", Any);

        /// <summary>Tasks are listed from now on.</summary>
        public static void Track() => Enabled?.SetValue(null, true);

        /// <summary><c>machine</c>: the state machine type as metadata names it, <c>Shop.Program+&lt;LaterAsync&gt;d__1</c>.</summary>
        public static JsonObject Callers(Query query)
        {
            Track();
            var name = query.Required("machine");
            var running = (Active?.GetValue(null) as IDictionary)?.Values.OfType<Task>()
                .Where(task => MachineOf(task) is object machine && NameOf(machine.GetType()) == name && StateOf(machine) == -1).ToList();
            // Two calls of one method at once cannot be told apart from here: no caller is better than a wrong one.
            if (running == null || running.Count != 1) return new JsonObject { { "callers", Array.Empty<JsonObject>() }, { "known", false } };
            var callers = new List<JsonObject>();
            for (var task = Next(running[0]); task != null && callers.Count < Deepest; task = Next(task))
            {
                if (MachineOf(task) is object machine) callers.Add(Describe(machine));
            }
            return new JsonObject { { "callers", callers }, { "known", true } };
        }

        private static JsonObject Describe(object machine)
        {
            var type = machine.GetType();
            return new JsonObject
            {
                { "id", Handles.Put(machine, type.IsValueType) }, { "machine", NameOf(type) }, { "type", type.DeclaringType == null ? "" : TypeNames.Full(type.DeclaringType) },
                { "state", StateOf(machine) }, { "modulePath", type.Assembly.Location }, { "token", type.GetMethod("MoveNext", Any)?.MetadataToken },
                { "isValueType", type.IsValueType },
            };
        }

        /// <summary>The variables of the method whose state machine has the <c>id</c>, as the debugger writes those of other frames.</summary>
        public static JsonObject Variables(Query query)
        {
            var rows = new List<JsonObject>();
            AddFields(rows, Handles.Get(query.Number("id", 0)), "");
            return new JsonObject { { "variables", rows } };
        }

        /// <summary>Captured variables are in a closure that the machine holds.</summary>
        private static void AddFields(List<JsonObject> rows, object holder, string path)
        {
            foreach (var field in holder.GetType().GetFields(Any).Where(one => !one.IsStatic && !one.FieldType.IsPointer))
            {
                var steps = (path.Length == 0 ? "" : path + "\n") + "." + field.Name;
                var value = field.GetValue(holder);
                if (field.Name.StartsWith("<>8__", StringComparison.Ordinal) || field.Name.StartsWith("CS$<>8__locals", StringComparison.Ordinal))
                {
                    if (value != null) AddFields(rows, value, steps);
                    continue;
                }
                var isThis = field.Name.EndsWith("4__this", StringComparison.Ordinal);
                if (isThis && field.FieldType.Name[0] == '<')
                {
                    if (value != null) AddFields(rows, value, steps);
                    continue;
                }
                var name = isThis ? "this" : Members.SourceName(field.Name);
                if (name[0] == '<') continue;
                rows.Add(new JsonObject { { "name", name }, { "type", TypeNames.Full(value?.GetType() ?? field.FieldType) }, { "value", Text(value) }, { "steps", steps } });
            }
        }

        /// <summary>Whatever is worth a look inside stands in braces.</summary>
        private static string Text(object? value)
        {
            if (value == null) return "null";
            var type = value.GetType();
            return value is string || type.IsPrimitive || type.IsEnum ? ValueText.Of(value, ReadRules.Listing) : "{" + TypeNames.Full(type) + "}";
        }

        private static Task? Next(Task task)
        {
            var continuation = Continuation?.GetValue(task);
            if (continuation is IList several) continuation = several.Count == 1 ? several[0] : null;
            return Unwrap(continuation, 0);
        }

        /// <summary>A continuation is the waiting task itself, or a delegate or wrapper that holds it.</summary>
        private static Task? Unwrap(object? continuation, int depth)
        {
            if (continuation == null || depth > 4) return null;
            if (continuation is Task task) return task;
            if (continuation is Delegate function) return Unwrap(function.Target, depth + 1);
            return continuation.GetType().GetFields(Any).Where(field => !field.IsStatic && !field.FieldType.IsPrimitive && !field.FieldType.IsPointer)
                .Select(field => field.GetValue(continuation)).Where(one => one is Task || one is Delegate)
                .Select(one => Unwrap(one, depth + 1)).FirstOrDefault(one => one != null);
        }

        private static object? MachineOf(Task task) => task.GetType().GetField("StateMachine", Any)?.GetValue(task);

        private static int StateOf(object machine) => machine.GetType().GetField("<>1__state", Any)?.GetValue(machine) as int? ?? int.MinValue;

        private static string? NameOf(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName;
    }
}
