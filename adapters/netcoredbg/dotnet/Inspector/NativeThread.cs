using System;
using System.Globalization;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

namespace Dapplex
{
    /// <summary>
    /// Threads as the system has them (Linux). A thread that can be joined still has to leave the runtime, which it does holding
    /// locks. The next evaluation suspends all other threads: one suspended on its way out would block it for good.
    /// </summary>
    internal static unsafe class NativeThread
    {
        /// <summary>No processor in particular.</summary>
        public const int Anywhere = -1;

        /// <summary>In ms. It takes a fraction of one on a machine that is not busy.</summary>
        private const int Longest = 500;

        /// <summary>Bytes of a set of processors: room for 1024.</summary>
        private const int SetSize = 128;

        private static readonly bool IsUnknown = !Directory.Exists("/proc/self/task");

        /// <summary>The id of this thread; 0 where the system does not tell.</summary>
        public static int Current() => IsUnknown ? 0 : Known(GetId);

        /// <summary>Returns when the thread has gone.</summary>
        public static void AwaitEnd(int id)
        {
            if (id == 0) return;
            var path = "/proc/self/task/" + id;
            for (var began = Environment.TickCount; Directory.Exists(path) && Environment.TickCount - began < Longest; ) Thread.Yield();
        }

        /// <summary>In ms: how long a thread was ready to run and got no processor; 0 where the system does not tell.</summary>
        public static int Queued(int id)
        {
            if (id == 0 || IsUnknown) return 0;
            try
            {
                // "time on a processor, time ready for one (both in ns), number of turns": proc(5), schedstat.
                var words = File.ReadAllText("/proc/self/task/" + id + "/schedstat").Split(' ');
                return words.Length < 2 ? 0 : (int)(long.Parse(words[1], CultureInfo.InvariantCulture) / 1000000);
            }
            catch (IOException) { return 0; }
            catch (UnauthorizedAccessException) { return 0; }
        }

        /// <summary>
        /// Ties this thread to the processor that it runs on. Threads that it starts are not tied: the runtime gives a new thread
        /// the processors of the process.
        /// </summary>
        /// <returns>the processor, for <see cref="StayOn"/></returns>
        public static int StayHere()
        {
            var processor = IsUnknown ? Anywhere : Known(GetProcessor);
            StayOn(processor);
            return processor;
        }

        /// <summary>Ties this thread to a processor.</summary>
        public static void StayOn(int processor)
        {
            if (IsUnknown || processor < 0 || processor >= 8 * SetSize) return;
            var set = stackalloc byte[SetSize];
            for (var i = 0; i < SetSize; i++) set[i] = 0;
            set[processor / 8] = (byte)(1 << (processor % 8));
            try { SetAffinity(0, new IntPtr(SetSize), set); }
            catch (EntryPointNotFoundException) { }
            catch (DllNotFoundException) { }
        }

        /// <summary>Sleeps for less than a millisecond where the system can.</summary>
        public static void Sleep(int microseconds)
        {
            try
            {
                if (IsUnknown) Thread.Sleep(1);
                else MicroSleep((uint)microseconds);
            }
            catch (EntryPointNotFoundException) { Thread.Sleep(1); }
            catch (DllNotFoundException) { Thread.Sleep(1); }
        }

        private static int Known(Func<int> ask)
        {
            try { return ask(); }
            catch (EntryPointNotFoundException) { return 0; }
            catch (DllNotFoundException) { return 0; }
        }

        [DllImport("libc", EntryPoint = "gettid")]
        private static extern int GetId();

        [DllImport("libc", EntryPoint = "sched_getcpu")]
        private static extern int GetProcessor();

        [DllImport("libc", EntryPoint = "sched_setaffinity")]
        private static extern int SetAffinity(int thread, IntPtr size, byte* processors);

        [DllImport("libc", EntryPoint = "usleep")]
        private static extern int MicroSleep(uint microseconds);
    }
}
