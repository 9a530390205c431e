using System;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Threading;

namespace Dapplex
{
    /// <summary>
    /// Runs work on a thread of its own, with a limit. A lock that another thread holds would otherwise freeze the debuggee for
    /// good: the debugger suspends all other threads during an evaluation, and gives up on the process after about 11 s.
    /// </summary>
    internal static class Worker
    {
        private const int SmallStack = 4 * 1024 * 1024;

        /// <summary>Only reserved. An endless recursion needs some 100 ms to fill it, and is seen to grow long before.</summary>
        private const int LargeStack = 1024 * 1024 * 1024;

        /// <summary>In bytes: more stack than this is an endless recursion.</summary>
        private const long Runaway = 48 * 1024 * 1024;

        /// <summary>How long an aborted thread is waited for, in ms: the abort reaches a running loop within a few.</summary>
        private const int AbortMilliseconds = 100;

        private static readonly Action<Action, CancellationToken>? RunControlled = (Action<Action, CancellationToken>?)typeof(object).Assembly
            .GetType("System.Runtime.ControlledExecution")?.GetMethod("Run", new[] { typeof(Action), typeof(CancellationToken) })
            ?.CreateDelegate(typeof(Action<Action, CancellationToken>));

        /// <summary>False when the time is over. Work that is still busy then is aborted, where the runtime can (.NET 7 and later).</summary>
        public static bool Run(int milliseconds, Action work) => Start(work, SmallStack).Wait(milliseconds, false);

        /// <summary>As <see cref="Run"/>, for code of the program: an endless recursion ends it too, where the system tells memory.</summary>
        public static bool RunProgram(int milliseconds, Action work) => Start(work, LargeStack).Wait(milliseconds, true);

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

            public Job(Action work, int stack)
            {
                this.work = work;
                thread = new Thread(Guarded, stack) { IsBackground = true, Name = "dapplex" };
                thread.Start();
            }

            public bool Wait(int milliseconds, bool watchStack)
            {
                var ended = watchStack ? Watch(milliseconds) : thread.Join(milliseconds);
                if (!ended) { Abort(); return false; }
                abort.Dispose();
                if (failure != null) throw failure;
                return true;
            }

            private bool Watch(int milliseconds)
            {
                var began = Environment.TickCount;
                var before = Outside();
                while (Environment.TickCount - began < milliseconds)
                {
                    if (thread.Join(2)) return true;
                    if (before > 0 && Outside() - before > Runaway) return false;
                }
                return false;
            }

            /// <summary>Cancelling blocks until the thread has ended, which one that waits for a held lock does not: another thread does it.</summary>
            private void Abort()
            {
                if (RunControlled == null) return;
                new Thread(abort.Cancel) { IsBackground = true, Name = "dapplex" }.Start();
                thread.Join(AbortMilliseconds);
            }

            private void Guarded()
            {
                try
                {
                    if (RunControlled == null) work();
                    else RunControlled(work, abort.Token);
                }
                catch (OperationCanceledException) when (abort.IsCancellationRequested) { }
                catch (Exception error) { failure = error; }
            }
        }

        /// <summary>Memory of this process outside the managed heap, in bytes; 0 where the system does not tell.</summary>
        private static long Outside()
        {
            try
            {
                var fields = File.ReadAllText("/proc/self/statm").Split(' ');
                return long.Parse(fields[1], CultureInfo.InvariantCulture) * Environment.SystemPageSize - GC.GetTotalMemory(false);
            }
            catch (IOException) { return 0; }
            catch (UnauthorizedAccessException) { return 0; }
        }
    }
}
