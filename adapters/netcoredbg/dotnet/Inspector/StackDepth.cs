using System;
using System.Runtime.InteropServices;

namespace Dapplex
{
    /// <summary>Whether another thread's stack has grown deep: the system tells which of its pages are in use.</summary>
    internal static unsafe class StackDepth
    {
        /// <summary>In bytes; a thread of the pool has 1.5 MB in all. Deeper stacks take long to unwind.</summary>
        private const long Deep = 1024 * 1024;

        private static bool isUnknown = Environment.OSVersion.Platform != PlatformID.Unix;

        /// <param name="top">an address near the beginning of the stack; 0 while it is not known</param>
        public static bool IsDeep(long top)
        {
            if (isUnknown || top == 0) return false;
            try
            {
                byte resident = 0;
                var page = (top - Deep) & ~((long)Environment.SystemPageSize - 1);
                return InCore(new IntPtr(page), new UIntPtr(1), &resident) == 0 && (resident & 1) != 0;
            }
            catch (DllNotFoundException) { isUnknown = true; }
            catch (EntryPointNotFoundException) { isUnknown = true; }
            return false;
        }

        [DllImport("libc", EntryPoint = "mincore")]
        private static extern int InCore(IntPtr address, UIntPtr length, byte* pages);
    }
}
