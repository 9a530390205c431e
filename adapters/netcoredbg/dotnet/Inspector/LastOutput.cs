using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Dapplex;

/// <summary>
/// netcoredbg stops reading the program's output when the program ends, and loses what is still in the pipes (measured, netcoredbg
/// 3.1.3 on a busy machine: a program of 4,000 lines lost all of them in 3 of 4 runs). So the end of the program waits for the reader.
/// </summary>
internal static class LastOutput
{
    /// <summary>How long a reader may take before it counts as gone, in milliseconds.</summary>
    private const int Longest = 2000;

    /// <summary>Linux, ioctl_fd(2) and pipe(7): how many bytes stand in a pipe.</summary>
    private const int BytesToRead = 0x541B;

    [DllImport("libc", EntryPoint = "ioctl")]
    private static extern int Ioctl(int descriptor, UIntPtr request, out int value);

    [DllImport("libc", EntryPoint = "lseek")]
    private static extern IntPtr Seek(int descriptor, IntPtr offset, int whence);

    [DllImport("libc", EntryPoint = "isatty")]
    private static extern int IsTerminal(int descriptor);

    public static void AwaitReaderAtExit()
    {
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux)) return;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => AwaitReader();
    }

    private static void AwaitReader()
    {
        try
        {
            for (var waited = 0; waited < Longest && (IsFilled(1) || IsFilled(2)); waited++) Thread.Sleep(1);
        }
        catch (Exception error) when (error is DllNotFoundException || error is EntryPointNotFoundException)
        {
            // A system with another C library: the end does not wait.
        }
    }

    /// <summary>False for what is no pipe: a file is not read to its end by anybody.</summary>
    private static bool IsFilled(int descriptor) => IsPipe(descriptor) && Ioctl(descriptor, (UIntPtr)BytesToRead, out var bytes) == 0 && bytes > 0;

    private static bool IsPipe(int descriptor) => Seek(descriptor, IntPtr.Zero, 1) == (IntPtr)(-1) && IsTerminal(descriptor) == 0;
}
