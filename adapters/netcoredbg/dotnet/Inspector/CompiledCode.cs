using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>Runs what the expression compiler made: <c>DapplexEval.Run(object[])</c> of an assembly.</summary>
    internal static class CompiledCode
    {
        /// <summary>In ms: what is kept back of the limit for the answer itself.</summary>
        private const int Reserve = 500;

        private static readonly Dictionary<string, Func<object?[], object?>> Loaded = new Dictionary<string, Func<object?[], object?>>();

        /// <summary>
        /// <c>path</c> and <c>entry</c>, its class; <c>ids</c>: the values in order, <c>0</c> for null, <c>int:5</c> for a number as it is; <c>writes</c>: the indexes of variables that the
        /// code may have changed, which are answered when they did.
        /// </summary>
        public static JsonObject Run(Query query)
        {
            var run = Load(query.Required("path"), query.Text("entry") ?? "DapplexEval");
            var values = List(query.Text("ids")).Select(Argument).ToArray();
            var before = (object?[])values.Clone();
            object? result = null;
            Exception? thrown = null;
            var limit = Math.Max(100, query.Number("limit", 2000) - Reserve);
            var outcome = Worker.RunProgram(limit, () =>
            {
                try { result = run(values); }
                catch (TargetInvocationException error) when (error.InnerException != null) { thrown = error.InnerException; }
                catch (OperationCanceledException error) { thrown = error; }
                catch (Exception error) { thrown = error; }
            }, true);
            if (outcome == Outcome.EndlessRecursion) throw new InspectorException("TIMEOUT", "it calls itself without end, and was stopped");
            if (outcome == Outcome.TimedOut) throw new InspectorException("TIMEOUT", "no answer within " + limit + " ms; it may never end, or wait for a lock that a stopped thread holds");
            if (thrown != null) return new JsonObject { { "thrown", Exceptions.Describe(thrown, 0) } };
            var rules = ReadRules.From(query);
            return new JsonObject
            {
                { "result", result == null ? new JsonObject { { "isNull", true } } : Rows.Value(result, true, rules) },
                { "writes", Numbers(query.Text("writes")).Where(at => !Same(before[at], values[at])).Select(at => Written(at, values[at])).ToArray() },
            };
        }

        /// <summary>For a class that the debugger itself will use.</summary>
        public static JsonObject LoadOnly(Query query) => new JsonObject { { "name", Assembly.LoadFrom(query.Required("path")).FullName } };

        private static JsonObject Written(int at, object? value) => new JsonObject
        {
            { "index", at },
            { "value", value == null ? new JsonObject { { "isNull", true } } : Rows.Value(value, true, ReadRules.Listing) },
        };

        private static bool Same(object? before, object? after) =>
            (ReferenceEquals(before, after) && !IsStruct(after)) || (before != null && after != null && before.GetType() == after.GetType() && (before.GetType().IsPrimitive || before.GetType().IsEnum) && before.Equals(after));

        /// <summary>Code on a dynamic variable may change a boxed struct in place; the variable has its own copy.</summary>
        private static bool IsStruct(object? value) => value is ValueType && !value.GetType().IsPrimitive && !value.GetType().IsEnum;

        private static Func<object?[], object?> Load(string path, string entry)
        {
            lock (Loaded)
            {
                if (Loaded.TryGetValue(path, out var known)) return known;
                var run = Assembly.LoadFrom(path).GetType(entry, true)!.GetMethod("Run")!;
                return Loaded[path] = (Func<object?[], object?>)run.CreateDelegate(typeof(Func<object?[], object?>));
            }
        }

        private static object? Argument(string text)
        {
            var colon = text.IndexOf(':');
            if (colon > 0) return Convert.ChangeType(text.Substring(colon + 1), TypeFinder.Find(text.Substring(0, colon))!, CultureInfo.InvariantCulture);
            return text == "0" ? null : Handles.Get(int.Parse(text, CultureInfo.InvariantCulture));
        }

        private static string[] List(string? list) => string.IsNullOrEmpty(list) ? Array.Empty<string>() : list!.Split(',');

        private static IEnumerable<int> Numbers(string? list) => List(list).Select(one => int.Parse(one, CultureInfo.InvariantCulture));
    }
}
