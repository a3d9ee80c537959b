using System.Reflection;
using System.Runtime.Loader;
using Blittable.Generators.Serialization;
using Blittable.Generators.Views;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Blittable.Generators.Tests;

/// <summary>Types that are compiled with the generators during a test, with warnings as errors and nullable annotations.</summary>
internal sealed class CompiledTypes
{
    /// <summary>The directives that precede each source text.</summary>
    public const string Usings = """
        using System; using System.Collections; using System.Collections.Generic; using System.Collections.Immutable; using System.Numerics; using System.Text.Json; using System.Text.Json.Nodes;
        using System.Text.Json.Serialization; using Blittable;

        """;

    private readonly Assembly _assembly;
    private readonly AssemblyLoadContext _context;
    private readonly byte[] _image;

    private CompiledTypes(byte[] image, AssemblyLoadContext context)
    {
        _image = image;
        _context = context;
        _assembly = context.LoadFromStream(new MemoryStream(image));
    }

    /// <summary>Compiles and loads a source text. The test fails on any diagnostic.</summary>
    /// <param name="source">The source text.</param>
    /// <param name="nullable">Whether nullable analysis applies to the source text. It always applies to generated code.</param>
    /// <param name="library">The source text of a referenced assembly, of which the compiler sees the metadata.</param>
    /// <param name="name">The name of the assembly.</param>
    public static CompiledTypes Of(string source, bool nullable = true, string? library = null, string name = GeneratorRun.AssemblyName)
    {
        var context = new AssemblyLoadContext(null);
        source = nullable ? source : "#nullable disable warnings\n" + source;
        return library is null ? new(Image(source, name), context) : new CompiledTypes(Library(library), context).With(source, name);
    }

    /// <summary>Compiles and loads the source text of an assembly that references this assembly.</summary>
    public CompiledTypes With(string source, string name) => new(Image(source, name, MetadataReference.CreateFromImage(_image)), _context);

    /// <summary>Compiles and loads a source text without the generators, like other languages.</summary>
    public static CompiledTypes WithoutGenerators(string source)
    {
        using var bytes = new MemoryStream();
        Assert.True(GeneratorRun.Compile(Usings + source).Emit(bytes).Success);
        return new(bytes.ToArray(), new AssemblyLoadContext(null));
    }

    /// <summary>Returns the codes reported by the generators, each with the text at its location. The test fails on compiler diagnostics.</summary>
    /// <param name="source">The source text.</param>
    /// <param name="library">The source text of a referenced assembly, of which the compiler sees the metadata.</param>
    public static IEnumerable<string> Faults(string source, string? library = null)
    {
        var compilation = Run(source, out var reported, library is null ? [] : [MetadataReference.CreateFromImage(Library(library))]);
        Assert.DoesNotContain(compilation.GetDiagnostics(), fault => fault.Severity == DiagnosticSeverity.Error);
        var text = Usings + source;
        return reported.Select(fault => $"{fault.Id} {text.Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length)}");
    }

    /// <summary>Gets a type by its name.</summary>
    public Type Type(string name) => _assembly.GetType(name, throwOnError: true)!;

    /// <summary>Calls a static method without parameters.</summary>
    public object? Call(string type, string method)
    {
        try
        {
            return Type(type).GetMethod(method)!.Invoke(null, null);
        }
        catch (TargetInvocationException fault)
        {
            throw fault.InnerException!;
        }
    }

    private static byte[] Image(string source, string name, params MetadataReference[] libraries)
    {
        var compilation = Run(source, out var reported, libraries).WithAssemblyName(name);
        using var bytes = new MemoryStream();
        var result = compilation.Emit(bytes);
        var faults = reported.Concat(result.Diagnostics).Where(fault => fault.Severity >= DiagnosticSeverity.Warning).ToList();
        Assert.True(faults.Count == 0, string.Join("\n", faults.Take(10)));
        return bytes.ToArray();
    }

    private static byte[] Library(string source)
    {
        using var bytes = new MemoryStream();
        Assert.True(GeneratorRun.Compile(Usings + source).WithAssemblyName("Generated.Library").Emit(bytes).Success);
        return bytes.ToArray();
    }

    private static Compilation Run(string source, out IReadOnlyList<Diagnostic> reported, params MetadataReference[] libraries)
    {
        var compilation = GeneratorRun.Compile(Usings + source, libraries);
        var options = compilation.Options.WithGeneralDiagnosticOption(ReportDiagnostic.Error)
            .WithSpecificDiagnosticOptions([new("CS8019", ReportDiagnostic.Suppress), new("CS8981", ReportDiagnostic.Suppress), new("CS8321", ReportDiagnostic.Suppress)]);
        CSharpGeneratorDriver.Create(new SerializerGenerator(), new ViewGenerator())
            .RunGeneratorsAndUpdateCompilation(compilation.WithOptions(options), out var with, out var faults);
        reported = faults;
        foreach (var tree in with.SyntaxTrees.Except(compilation.SyntaxTrees).ToList())
        {
            // Generated code disables warnings, because types of users may be experimental. In tests, it must not have any.
            var text = tree.ToString().Replace("#pragma warning disable\n", "", StringComparison.Ordinal);
            with = with.ReplaceSyntaxTree(tree, CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)tree.Options, tree.FilePath, System.Text.Encoding.UTF8));
        }

        return with;
    }
}
