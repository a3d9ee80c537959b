using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as the DOM of simdjson in C++: a tape of the values and a copy of the strings.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_SIMDJSON_LIB</c> contains the path of a shared library built from <c>simdjson.cpp</c>; the head of that file explains
/// how. The library contains code for each instruction set, so the compiler needs no option for it. Only parsing is timed, with one parser for all texts. Each
/// text has the padding that avoids a copy.
/// </remarks>
/// <param name="name">The name of the cell.</param>
/// <param name="implementation">The simdjson name of the implementation for an instruction set.</param>
internal sealed unsafe class SimdjsonForm(string name, string implementation) : DocumentForm
{
    private const string Variable = "BLITTABLE_SIMDJSON_LIB";

    private static string? Library => Environment.GetEnvironmentVariable(Variable);

    public override string Name => name;

    public override Peer Peer { get; } = new("simdjson", "of the specified library", "dom::parser::parse with one parser for all texts", "", "");

    /// <summary>Gets a value that indicates whether the library is available. If it is not, a line explains how to build it.</summary>
    public override bool CanConvert
    {
        get
        {
            if (Library is { Length: > 0 } path && NativeLibrary.TryLoad(path, out nint library))
            {
                return Create(library) != 0;
            }

            Absent.Note("simdjson", $"set {Variable} to a library built from benchmarks/Documents/simdjson.cpp, which contains the build command");
            return false;
        }
    }

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        nint library = NativeLibrary.Load(Library!);
        var parse = (delegate* unmanaged[SuppressGCTransition]<nint, byte*, nint, int>)NativeLibrary.GetExport(library, "simdjson_parse");
        nint parser = Create(library);
        return json =>
        {
            fixed (byte* text = json.Span)
            {
                int error = parse(parser, text, json.Length);
                if (error != 0)
                {
                    throw new InvalidOperationException($"simdjson rejects a document of {corpus.Name} with error {error}.");
                }
            }
        };
    }

    /// <summary>Creates a parser. Returns 0 if the processor does not support the implementation.</summary>
    private nint Create(nint library)
    {
        var create = (delegate* unmanaged<byte*, nint>)NativeLibrary.GetExport(library, "simdjson_create");
        nint wanted = Marshal.StringToCoTaskMemUTF8(implementation);
        nint parser = create((byte*)wanted);
        Marshal.FreeCoTaskMem(wanted);
        return parser;
    }
}
