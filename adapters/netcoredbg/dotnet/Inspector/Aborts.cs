using System;
using System.Collections.Concurrent;
using System.Threading;

namespace Dapplex
{
    /// <summary>
    /// Aborts threads whose evaluation is over, as soon as the program runs on. An abort that is under way when the debugger
    /// stops the threads again keeps its locks; and each exception makes the debugger look at every frame of its thread, which
    /// takes many seconds for an endless recursion.
    /// </summary>
    internal static class Aborts
    {
        private static readonly ConcurrentQueue<CancellationTokenSource> Waiting = new ConcurrentQueue<CancellationTokenSource>();
        private static readonly AutoResetEvent Added = new AutoResetEvent(false);
        private static int isPrepared;

        /// <summary>
        /// Starts the thread that aborts. The debugger suspends it during each later evaluation, as all threads that were there
        /// before: so it runs only when the program does.
        /// </summary>
        public static void Prepare()
        {
            if (Interlocked.Exchange(ref isPrepared, 1) != 0) return;
            new Thread(Serve, 256 * 1024) { IsBackground = true, Name = Worker.ThreadName }.Start();
        }

        public static void WhenProgramRuns(CancellationTokenSource abort)
        {
            Waiting.Enqueue(abort);
            Added.Set();
        }

        /// <summary>Cancelling blocks until the thread has ended, which one that waits for a held lock does not: another thread does it.</summary>
        public static void Now(CancellationTokenSource abort) =>
            new Thread(abort.Cancel, 256 * 1024) { IsBackground = true, Name = Worker.ThreadName }.Start();

        private static void Serve()
        {
            while (true)
            {
                Added.WaitOne();
                while (Waiting.TryDequeue(out var abort)) Now(abort);
            }
        }
    }
}
