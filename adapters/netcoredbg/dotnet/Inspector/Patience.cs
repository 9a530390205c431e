using System;
using System.Threading;

namespace Dapplex
{
    /// <summary>
    /// A limit in ms for a thread. Time in which the thread was ready to run and got no processor does not count, where the
    /// system tells it: a busy machine does not make code that ends look like code that never returns.
    /// </summary>
    internal sealed class Patience
    {
        /// <summary>In ms from the beginning of an evaluation, whatever counts: the debugger's own limit of 5 s comes after it.</summary>
        private const int Longest = 4000;

        /// <summary>In ms: what code of the program leaves of <see cref="Longest"/> for the answer itself.</summary>
        private const int Reserve = 300;

        private static int evaluationBegan;

        /// <summary>In ms: how long code of the program has run in this evaluation, under limits of its own.</summary>
        private static int inside;

        private static int running;

        private readonly int began = Environment.TickCount;
        private readonly int limit;
        private readonly bool isProgram;

        private Patience(int limit, bool isProgram)
        {
            this.limit = limit;
            this.isProgram = isProgram;
        }

        /// <summary>For a whole evaluation. Code of the program has limits of its own, and does not count.</summary>
        public static Patience ForEvaluation(int limit)
        {
            evaluationBegan = Environment.TickCount;
            inside = 0;
            running = 0;
            return new Patience(limit, false);
        }

        /// <summary>For code of the program; <see cref="End"/> tells that it is over.</summary>
        public static Patience ForProgram(int limit)
        {
            Interlocked.Increment(ref running);
            return new Patience(limit, true);
        }

        public void End()
        {
            Interlocked.Add(ref inside, Environment.TickCount - began);
            Interlocked.Decrement(ref running);
        }

        /// <summary>In ms: what counts of the time since the beginning.</summary>
        /// <param name="thread">the id of the thread that the limit is for; 0 when it has not begun</param>
        public int Spent(int thread)
        {
            var all = Environment.TickCount - began;
            return all < limit ? all : all - NativeThread.Queued(thread) - (isProgram ? 0 : Volatile.Read(ref inside));
        }

        public bool IsOver(int thread)
        {
            if (Environment.TickCount - evaluationBegan >= Longest - (isProgram ? Reserve : 0)) return true;
            if (Environment.TickCount - began < limit || (!isProgram && Volatile.Read(ref running) > 0)) return false;
            return Spent(thread) >= limit;
        }
    }
}
