using System;
using System.Reflection;
using System.Threading;

namespace Dapplex
{
    /// <summary>How work on another thread came out.</summary>
    internal enum Outcome
    {
        Ended,
        TimedOut,
        EndlessRecursion,
    }

    /// <summary>
    /// Runs work on a thread of its own, with a limit. A lock that another thread holds would otherwise freeze the debuggee for
    /// good: the debugger suspends all other threads during an evaluation, and gives up on the process after about 11 s.
    /// </summary>
    internal static class Worker
    {
        public const string ThreadName = "dapplex";

        private const int SmallStack = 4 * 1024 * 1024;

        /// <summary>Only reserved. An endless recursion is seen long before it is full.</summary>
        private const int LargeStack = 1024 * 1024 * 1024;

        /// <summary>How long an aborted thread is waited for, in ms: the abort reaches a running loop within a few.</summary>
        private const int AbortMilliseconds = 400;

        /// <summary>In ms: how often it is looked whether the time of an evaluation is over.</summary>
        private const int LookAtLimit = 10;

        /// <summary>In µs: how often a thread that runs code of the program is looked at.</summary>
        private const int LookAgain = 100;

        /// <summary>
        /// A thread whose endless recursion was stopped. Its stack unwinds only while the program runs; until then it holds locks
        /// of the runtime, for which the next code of the program would wait.
        /// </summary>
        private static Thread? unwinding;

        private static readonly Action<Action, CancellationToken>? RunControlled = (Action<Action, CancellationToken>?)typeof(object).Assembly
            .GetType("System.Runtime.ControlledExecution")?.GetMethod("Run", new[] { typeof(Action), typeof(CancellationToken) })
            ?.CreateDelegate(typeof(Action<Action, CancellationToken>));

        /// <summary>Runs a whole evaluation. Work that is still busy when the time is over is aborted, where the runtime can (.NET 7 and later).</summary>
        public static Outcome Run(int milliseconds, Action work)
        {
            Aborts.Prepare();
            return new Job(work, SmallStack, false).Wait(Patience.ForEvaluation(milliseconds));
        }

        /// <summary>As <see cref="Run"/>, for code of the program inside an evaluation: an endless recursion ends it too, where the system tells.</summary>
        /// <param name="milliseconds">the limit</param>
        /// <param name="work">what runs the program's code</param>
        /// <param name="isLast">nothing else is run in this evaluation</param>
        public static Outcome RunProgram(int milliseconds, Action work, bool isLast)
        {
            if (unwinding is { IsAlive: true })
                throw new InspectorException("EVAL_FAILED", "a recursion without end was stopped here; no other code can be run until the program has been continued", new JsonObject { { "kind", "refused" } });
            var patience = Patience.ForProgram(milliseconds);
            try { return Start(work).Watch(patience, isLast); }
            finally { patience.End(); }
        }

        private static Job Start(Action work)
        {
            try { return new Job(work, LargeStack, true); }
            catch (OutOfMemoryException) { return new Job(work, SmallStack, true); }
        }

        private sealed class Job
        {
            private readonly CancellationTokenSource abort = new CancellationTokenSource();
            private readonly Thread thread;
            private readonly Action work;

            /// <summary>
            /// Code of the program shares the processor of the thread that watches it. So the watching is late by no more than a
            /// turn, however busy the machine is: while it waits for its turn, an endless recursion makes no frames either.
            /// </summary>
            private readonly int processor = NativeThread.Anywhere;
            private Exception? failure;
            private long stackTop;
            private volatile int nativeId;

            public Job(Action work, int stack, bool isProgram)
            {
                this.work = work;
                if (isProgram) processor = NativeThread.StayHere();
                thread = new Thread(Guarded, stack) { IsBackground = true, Name = ThreadName };
                thread.Start();
            }

            public Outcome Wait(Patience patience)
            {
                while (!thread.Join(LookAtLimit))
                {
                    if (!patience.IsOver(nativeId)) continue;
                    Abort();
                    return Outcome.TimedOut;
                }
                return Finish();
            }

            public Outcome Watch(Patience patience, bool isLast)
            {
                while (!thread.Join(0))
                {
                    if (StackDepth.IsDeep(Interlocked.Read(ref stackTop))) return StopRecursion();
                    if (patience.IsOver(nativeId))
                    {
                        if (isLast) Aborts.WhenProgramRuns(abort);
                        else Abort();
                        return Outcome.TimedOut;
                    }
                    NativeThread.Sleep(LookAgain);
                }
                return Finish();
            }

            private Outcome Finish()
            {
                NativeThread.AwaitEnd(nativeId);
                abort.Dispose();
                if (failure != null) throw failure;
                return Outcome.Ended;
            }

            /// <summary>
            /// Until the debugger has stopped it, it goes on. A lower priority would not help: a collection of garbage that it
            /// has begun, and every thread waits for, would take as much longer.
            /// </summary>
            private Outcome StopRecursion()
            {
                unwinding = thread;
                Aborts.WhenProgramRuns(abort);
                return Outcome.EndlessRecursion;
            }

            private void Abort()
            {
                if (RunControlled == null) return;
                Aborts.Now(abort);
                thread.Join(AbortMilliseconds);
            }

            private unsafe void Guarded()
            {
                NativeThread.StayOn(processor);
                var here = 0;
                Interlocked.Exchange(ref stackTop, (long)&here);
                nativeId = NativeThread.Current();
                try
                {
                    if (RunControlled == null) work();
                    else RunControlled(work, abort.Token);
                }
                catch (OperationCanceledException) when (abort.IsCancellationRequested) { }
                catch (Exception error) { failure = error; }
            }
        }
    }
}
