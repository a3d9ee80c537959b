using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Blittable.Docs.Tests;

/// <summary>Compiles a snippet as a program with implicit usings and the source generators and analyzers of the package, and runs it in its own folder.</summary>
internal static class SnippetProgram
{
    private const string ImplicitUsings = """
        global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq;
        global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;
        """;

    private static readonly MetadataReference[] s_references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
        .Split(Path.PathSeparator)
        .Where(path => !Path.GetFileName(path).StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal))
        .Select(path => MetadataReference.CreateFromFile(path))
        .ToArray<MetadataReference>();

    /// <summary>Compiles and runs a snippet.</summary>
    /// <returns>The console output.</returns>
    /// <exception cref="InvalidOperationException">The snippet does not compile. The message has the errors with the line numbers of the page.</exception>
    public static async Task<string> RunAsync(Snippet snippet, string folder)
    {
        using var image = await CompileAsync(snippet);
        var context = new AssemblyLoadContext(snippet.Page, isCollectible: true);
        var entry = context.LoadFromStream(image).EntryPoint!;
        var (output, current) = (Console.Out, Environment.CurrentDirectory);
        using var written = new StringWriter();
        try
        {
            Console.SetOut(written);
            Environment.CurrentDirectory = folder;
            object?[] arguments = entry.GetParameters().Length == 0 ? [] : [Array.Empty<string>()];
            if (entry.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null) is Task task)
            {
                await task;
            }
        }
        finally
        {
            Console.SetOut(output);
            Environment.CurrentDirectory = current;
            context.Unload();
        }

        return written.ToString();
    }

    private static async Task<MemoryStream> CompileAsync(Snippet snippet)
    {
        var parse = new CSharpParseOptions(LanguageVersion.Latest);
        Compilation compilation = CSharpCompilation.Create(
            $"Snippet{snippet.Line}",
            [CSharpSyntaxTree.ParseText(snippet.Code, parse), CSharpSyntaxTree.ParseText(ImplicitUsings, parse)],
            s_references,
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable, allowUnsafe: true));
        var generators = PartsOfPackage<IIncrementalGenerator>().Select(generator => generator.AsSourceGenerator());
        CSharpGeneratorDriver.Create(generators, parseOptions: parse).RunGeneratorsAndUpdateCompilation(compilation, out compilation, out _);

        var image = new MemoryStream();
        var result = compilation.Emit(image);
        var reported = await compilation.WithAnalyzers([.. PartsOfPackage<DiagnosticAnalyzer>()], options: null).GetAnalyzerDiagnosticsAsync();
        var errors = result.Diagnostics.Concat(reported).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(diagnostic => $"{snippet.Page}:{snippet.Line + 1 + diagnostic.Location.GetLineSpan().StartLinePosition.Line}: {diagnostic.GetMessage()}")
            .ToList();
        if (errors.Count > 0)
        {
            throw new InvalidOperationException(string.Join('\n', errors));
        }

        image.Position = 0;
        return image;
    }

    private static IEnumerable<T> PartsOfPackage<T>() => Assembly.Load("Blittable.Generators").GetTypes()
        .Where(type => !type.IsAbstract && typeof(T).IsAssignableFrom(type)).Select(type => (T)Activator.CreateInstance(type)!);
}
