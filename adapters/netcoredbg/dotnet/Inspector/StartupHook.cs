using System;

/// <summary>What DOTNET_STARTUP_HOOKS calls before Main. The name and the missing namespace are the runtime's rule.</summary>
internal class StartupHook
{
    private const string Variable = "DOTNET_STARTUP_HOOKS";

    /// <summary>Programs that the debuggee starts are not debugged: they get the variable as the user had set it.</summary>
    public static void Initialize()
    {
        var own = typeof(StartupHook).Assembly.Location;
        var hooks = Environment.GetEnvironmentVariable(Variable);
        if (hooks == null) return;
        var others = Array.FindAll(hooks.Split(System.IO.Path.PathSeparator), hook => hook != own);
        Environment.SetEnvironmentVariable(Variable, others.Length == 0 ? null : string.Join(System.IO.Path.PathSeparator.ToString(), others));
        Dapplex.AsyncTasks.Track();
        Dapplex.LastOutput.AwaitReaderAtExit();
    }
}
