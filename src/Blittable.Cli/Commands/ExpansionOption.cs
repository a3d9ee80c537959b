using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--max-expansion</c>: how much text a document may expand to.</summary>
internal static class ExpansionOption
{
    public static NumberOption Create() => new("--max-expansion", least: 0)
    {
        Description = "Refuse documents that expand to more bytes of JSON. Files have no limit by default; documents from a pipe have 256 times their bytes, and at least 65536.",
        HelpName = "bytes",
    };

    /// <summary>Opens a document with the limit of a command line, or by default without a limit if it is in a file.</summary>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long? limit, bool isFile) =>
        limit is null && !isFile
            ? BlittableDocument.Open(bytes, dictionary)
            : BlittableDocument.Open(bytes, dictionary, limit ?? long.MaxValue);
}
