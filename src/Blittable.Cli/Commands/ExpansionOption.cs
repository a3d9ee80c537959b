using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--max-expansion</c>, and the only place that decides how much text a document may expand to.</summary>
internal static class ExpansionOption
{
    public static NumberOption Create() => new("--max-expansion", least: 0)
    {
        Description = "Reject documents that expand to more than this many bytes of JSON. "
            + "Default: no limit for files; for documents from a pipe, 256 times their size, but at least 65536.",
        HelpName = "bytes",
    };

    /// <summary>Opens a document with the limit of a command line, or by default without a limit if it is in a file.</summary>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long? limit, bool isFile) =>
        limit is null && !isFile
            ? BlittableDocument.Open(bytes, dictionary)
            : BlittableDocument.Open(bytes, dictionary, OfFile(limit));

    /// <summary>Opens a document that this process has made of JSON text: it expands to that text, however often the document refers to one value.</summary>
    public static BlittableDocument OpenOwn(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary) =>
        BlittableDocument.Open(bytes, dictionary, long.MaxValue);

    /// <inheritdoc cref="OpenOwn(ReadOnlyMemory{byte}, BlittableDictionary)"/>
    public static BlittableValue OpenOwn(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null) =>
        BlittableValue.Open(bytes, dictionary).WithMaxExpandedBytes(long.MaxValue);

    /// <summary>Gets the limit for documents in the user's files: the option's value, or none.</summary>
    public static long OfFile(long? limit) => limit ?? long.MaxValue;
}
