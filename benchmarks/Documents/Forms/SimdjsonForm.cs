using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>simdjson's DOM, in C++: a tape of the text's values and a copy of its strings.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_SIMDJSON_LIB</c> names a shared library made from <c>simdjson.cpp</c>, whose head says how. It has code
/// for each instruction set, so the compiler needs no option for one.
/// Timed is the parse alone: one parser for all texts, each with the padding after it that spares a copy.
/// </remarks>
/// <param name="name">The cell's name.</param>
/// <param name="implementation">What simdjson calls the code for an instruction set.</param>
internal sealed unsafe class SimdjsonForm(string name, string implementation) : DocumentForm
{
    private const string Variable = "BLITTABLE_SIMDJSON_LIB";

    private static string? Library => Environment.GetEnvironmentVariable(Variable);

    public override string Name => name;

    public override Peer Peer { get; } = new("simdjson", "of the library that is given", "dom::parser::parse, one parser for all texts", "", "");

    /// <summary>Where there is no library, a line says how to get one.</summary>
    public override bool CanConvert
    {
        get
        {
            if (Library is { Length: > 0 } path && NativeLibrary.TryLoad(path, out nint library))
            {
                return Create(library) != 0;
            }

            Absent.Note("simdjson", $"{Variable} names a library that benchmarks/Documents/simdjson.cpp is made into, whose head says how");
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
                    throw new InvalidOperationException($"simdjson refuses a document of {corpus.Name} with error {error}.");
                }
            }
        };
    }

    /// <summary>A parser; 0 where the processor cannot run the code.</summary>
    private nint Create(nint library)
    {
        var create = (delegate* unmanaged<byte*, nint>)NativeLibrary.GetExport(library, "simdjson_create");
        nint wanted = Marshal.StringToCoTaskMemUTF8(implementation);
        nint parser = create((byte*)wanted);
        Marshal.FreeCoTaskMem(wanted);
        return parser;
    }
}
