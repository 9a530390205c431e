using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Dapplex.ExpressionCompiler.Expressions;
using Dapplex.ExpressionCompiler.Symbols;

namespace Dapplex.ExpressionCompiler;

/// <summary><c>{id, op, args}</c> in; <c>{id, result}</c> or <c>{id, error: {type, message, data}}</c> out.</summary>
internal sealed class RequestLoop
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    private readonly Dictionary<string, Func<JsonNode, object?>> operations;

    public RequestLoop(string outputFolder)
    {
        var compiler = new Compiler(outputFolder);
        operations = new Dictionary<string, Func<JsonNode, object?>>
        {
            ["frame"] = Typed<FramePlace>(FrameContext.Find),
            ["documents"] = Typed<ModuleRequest>(SourceDocuments.List),
            ["source"] = Typed<SourceRequest>(SourceDocuments.Read),
            ["location"] = Typed<TokenRequest>(Locations.Find),
            ["awaiting"] = Typed<AwaitRequest>(Locations.Awaiting),
            ["buildKind"] = Typed<ModuleRequest>(BuildKind.Read),
            ["analyze"] = Typed<AnalyzeRequest>(Analysis.Of),
            ["constant"] = Typed<ConstantRequest>(Constants.Of),
            ["warmUp"] = _ => compiler.WarmUp(),
            ["compile"] = Typed<CompileRequest>(compiler.Compile),
            ["converter"] = Typed<ConverterRequest>(compiler.Converter),
        };
    }

    public void Run(TextReader input, TextWriter output)
    {
        while (input.ReadLine() is { } line)
        {
            if (line.Length == 0) continue;
            output.WriteLine(Answer(line));
            output.Flush();
        }
    }

    private string Answer(string line)
    {
        var request = JsonNode.Parse(line)!;
        var id = request["id"]?.GetValue<int>() ?? 0;
        try
        {
            var operation = request["op"]!.GetValue<string>();
            if (!operations.TryGetValue(operation, out var run)) throw new RequestFailure("UNSUPPORTED", $"no operation '{operation}'");
            return JsonSerializer.Serialize(new { id, result = run(request["args"]!) }, Options);
        }
        catch (RequestFailure failure)
        {
            return JsonSerializer.Serialize(new { id, error = new { type = failure.Type, message = failure.Message, data = failure.Details } }, Options);
        }
        catch (Exception failure) when (failure is IOException or BadImageFormatException or InvalidOperationException or ArgumentException or KeyNotFoundException)
        {
            return JsonSerializer.Serialize(new { id, error = new { type = "INTERNAL", message = failure.Message } }, Options);
        }
    }

    private static Func<JsonNode, object?> Typed<T>(Func<T, object?> run) => args => run(args.Deserialize<T>(Options)!);
}

/// <summary>A failure that is an answer.</summary>
internal sealed class RequestFailure(string type, string message, object? details = null) : Exception(message)
{
    public string Type { get; } = type;

    public object? Details { get; } = details;
}
