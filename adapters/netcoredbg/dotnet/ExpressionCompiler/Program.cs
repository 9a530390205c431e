using System.Runtime.Loader;

namespace Dapplex.ExpressionCompiler;

/// <summary>Runs beside the debugger: one JSON request a line on standard input, one answer a line on standard output.</summary>
internal static class Program
{
    /// <param name="args">the folder of the SDK's compiler, and a folder for what is compiled</param>
    public static int Main(string[] args)
    {
        if (args.Length != 2)
        {
            Console.Error.WriteLine("usage: Dapplex.ExpressionCompiler ROSLYN_FOLDER OUTPUT_FOLDER");
            return 2;
        }
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            var path = Path.Combine(args[0], name.Name + ".dll");
            return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
        };
        new RequestLoop(args[1]).Run(Console.In, Console.Out);
        return 0;
    }
}
