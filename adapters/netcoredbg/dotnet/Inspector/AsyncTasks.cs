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
            var method = type.Name.IndexOf('>') is int end && end > 1 ? type.Name.Substring(1, end - 1) : type.Name;
            return new JsonObject
            {
                { "machine", NameOf(type) }, { "type", type.DeclaringType == null ? "" : TypeNames.Full(type.DeclaringType) }, { "method", method },
                { "state", StateOf(machine) }, { "modulePath", type.Assembly.Location }, { "token", type.GetMethod("MoveNext", Any)?.MetadataToken },
            };
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
