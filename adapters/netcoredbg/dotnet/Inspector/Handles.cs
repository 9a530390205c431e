using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Dapplex
{
    /// <summary>
    /// The object ids. An object has one id as long as it lives, whatever frame it was seen from. The table holds objects
    /// weakly: being looked at keeps nothing alive. Only what nothing else can hold (copies of structs, results of
    /// evaluations, until the program runs on) is kept, in a ring.
    /// </summary>
    internal static class Handles
    {
        private const int RingSize = 512;
        private const int SweepAt = 20000;

        private static readonly object Gate = new object();
        private static readonly ConditionalWeakTable<object, object> Ids = new ConditionalWeakTable<object, object>();
        private static readonly object?[] Ring = new object?[RingSize];
        private static readonly HashSet<int> Released = new HashSet<int>();
        private static Dictionary<int, WeakReference> entries = new Dictionary<int, WeakReference>();
        private static int last;
        private static int ringAt;
        private static int stop;
        private static int sweepAt = SweepAt;

        /// <summary>The id of an object; a new one when it has none yet.</summary>
        public static int Put(object value, bool keep)
        {
            lock (Gate)
            {
                if (keep) Ring[ringAt++ % RingSize] = value;
                if (Ids.TryGetValue(value, out var known) && entries.ContainsKey((int)known)) return (int)known;
                Ids.Remove(value);
                var id = ++last;
                Ids.Add(value, id);
                entries[id] = new WeakReference(value);
                if (entries.Count > sweepAt) Sweep();
                return id;
            }
        }

        public static object Get(int id)
        {
            lock (Gate)
            {
                if (entries.TryGetValue(id, out var entry) && entry.Target is object value) return value;
                var reason = Released.Contains(id) ? "released" : id > 0 && id <= last ? "collected" : "never_issued";
                throw new InspectorException("OBJECT_NOT_FOUND", "Object ID " + id + " not found", new JsonObject { { "object_id", id }, { "reason", reason } });
            }
        }

        /// <summary>The program has run since: results that it does not hold itself may go. Copies of structs stay in the ring.</summary>
        public static void Begin(int number)
        {
            lock (Gate)
            {
                if (number == 0 || number == stop) return;
                stop = number;
                for (var i = 0; i < RingSize; i++)
                    if (Ring[i] != null && !(Ring[i] is ValueType)) Ring[i] = null;
            }
        }

        public static bool Release(int id)
        {
            lock (Gate)
            {
                if (!entries.TryGetValue(id, out var entry)) return false;
                if (entry.Target is object value)
                {
                    Ids.Remove(value);
                    for (var i = 0; i < RingSize; i++)
                        if (ReferenceEquals(Ring[i], value)) Ring[i] = null;
                }
                entries.Remove(id);
                return Released.Add(id);
            }
        }

        /// <summary>The objects with an id that still live: roots for a walk of the heap.</summary>
        public static List<object> Living()
        {
            lock (Gate)
            {
                var living = new List<object>();
                foreach (var entry in entries.Values)
                    if (entry.Target is object value) living.Add(value);
                return living;
            }
        }

        private static void Sweep()
        {
            var living = new Dictionary<int, WeakReference>();
            foreach (var entry in entries)
                if (entry.Value.IsAlive) living.Add(entry.Key, entry.Value);
            entries = living;
            sweepAt = Math.Max(SweepAt, 2 * living.Count);
        }
    }
}
