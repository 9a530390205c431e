using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

namespace Dapplex
{
    /// <summary>
    /// Threads as the system has them. A thread that can be joined still has to leave the runtime, which it does holding locks.
    /// The next evaluation suspends all other threads: one suspended on its way out would block it for good.
    /// </summary>
    internal static class NativeThread
    {
        /// <summary>In ms. It takes a fraction of one on a machine that is not busy.</summary>
        private const int Longest = 500;

        private static bool isUnknown = !Directory.Exists("/proc/self/task");

        /// <summary>The id of this thread; 0 where the system does not tell.</summary>
        public static int Current()
        {
            if (isUnknown) return 0;
            try { return GetId(); }
            catch (EntryPointNotFoundException) { isUnknown = true; }
            catch (DllNotFoundException) { isUnknown = true; }
            return 0;
        }

        /// <summary>Returns when the thread has gone.</summary>
        public static void AwaitEnd(int id)
        {
            if (id == 0) return;
            var path = "/proc/self/task/" + id;
            for (var began = Environment.TickCount; Directory.Exists(path) && Environment.TickCount - began < Longest; ) Thread.Yield();
        }

        [DllImport("libc", EntryPoint = "gettid")]
        private static extern int GetId();
    }
}
