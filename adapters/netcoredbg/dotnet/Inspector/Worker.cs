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

        /// <summary>
        /// In ms, before work is aborted whose evaluation is over then: it happens when the program runs on. An abort that is
        /// under way when the debugger stops the threads again keeps its locks, and of an endless recursion the debugger would
        /// look at every frame, for many seconds.
        /// </summary>
        private const int AbortAfter = 20;

        /// <summary>How long an aborted thread is waited for, in ms: the abort reaches a running loop within a few.</summary>
        private const int AbortMilliseconds = 400;

        /// <summary>
        /// A thread whose endless recursion was stopped. Its stack unwinds only while the program runs; until then it holds locks
        /// of the runtime, for which the next code of the program would wait.
        /// </summary>
        private static Thread? unwinding;

        /// <summary>In ms: within the first it is looked often, since a recursion makes thousands of frames in one.</summary>
        private const int Early = 30;

        private static readonly Action<Action, CancellationToken>? RunControlled = (Action<Action, CancellationToken>?)typeof(object).Assembly
            .GetType("System.Runtime.ControlledExecution")?.GetMethod("Run", new[] { typeof(Action), typeof(CancellationToken) })
            ?.CreateDelegate(typeof(Action<Action, CancellationToken>));

        /// <summary>Work that is still busy when the time is over is aborted, where the runtime can (.NET 7 and later).</summary>
        public static Outcome Run(int milliseconds, Action work) => Start(work, SmallStack).Wait(milliseconds, false, true);

        /// <summary>As <see cref="Run"/>, for code of the program: an endless recursion ends it too, where the system tells.</summary>
        /// <param name="milliseconds">the limit</param>
        /// <param name="work">what runs the program's code</param>
        /// <param name="isLast">nothing else is run in this evaluation</param>
        public static Outcome RunProgram(int milliseconds, Action work, bool isLast)
        {
            if (unwinding is { IsAlive: true })
                throw new InspectorException("EVAL_FAILED", "a recursion without end was stopped here; no other code can be run until the program has been continued", new JsonObject { { "kind", "refused" } });
            return Start(work, LargeStack).Wait(milliseconds, true, isLast);
        }

        private static Job Start(Action work, int stack)
        {
            try { return new Job(work, stack); }
            catch (OutOfMemoryException) { return new Job(work, SmallStack); }
        }

        private sealed class Job
        {
            private readonly CancellationTokenSource abort = new CancellationTokenSource();
            private readonly Thread thread;
            private readonly Action work;
            private Exception? failure;
            private long stackTop;
            private int nativeId;

            public Job(Action work, int stack)
            {
                this.work = work;
                thread = new Thread(Guarded, stack) { IsBackground = true, Name = ThreadName };
                thread.Start();
            }

            public Outcome Wait(int milliseconds, bool watchStack, bool isLast)
            {
                var outcome = watchStack ? Watch(milliseconds) : thread.Join(milliseconds) ? Outcome.Ended : Outcome.TimedOut;
                if (outcome == Outcome.EndlessRecursion) unwinding = thread;
                if (outcome == Outcome.EndlessRecursion || (outcome == Outcome.TimedOut && isLast)) Abort(AbortAfter, 0);
                else if (outcome == Outcome.TimedOut) Abort(0, AbortMilliseconds);
                if (outcome != Outcome.Ended) return outcome;
                NativeThread.AwaitEnd(nativeId);
                abort.Dispose();
                if (failure != null) throw failure;
                return outcome;
            }

            private Outcome Watch(int milliseconds)
            {
                var began = Environment.TickCount;
                while (Environment.TickCount - began < milliseconds)
                {
                    if (thread.Join(Environment.TickCount - began < Early ? 0 : 2)) return Outcome.Ended;
                    if (StackDepth.IsDeep(Interlocked.Read(ref stackTop))) return Outcome.EndlessRecursion;
                }
                return Outcome.TimedOut;
            }

            /// <summary>Cancelling blocks until the thread has ended, which one that waits for a held lock does not: another thread does it.</summary>
            private void Abort(int after, int wait)
            {
                if (RunControlled == null) return;
                new Thread(() => { Thread.Sleep(after); abort.Cancel(); }) { IsBackground = true, Name = ThreadName }.Start();
                thread.Join(wait);
            }

            private unsafe void Guarded()
            {
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
