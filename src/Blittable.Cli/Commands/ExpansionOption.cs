using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--max-expansion</c>, and the only place that decides how much text a document may expand to.</summary>
internal static class ExpansionOption
{
    public static NumberOption Create() => new("--max-expansion", least: 0)
    {
        Description = "Reject documents that expand to more than this many bytes of JSON. "
            + "Default: no limit for files; for documents from a pipe, 256 times their size, but at least 65536 "
            + "(with a dictionary, 4096 times, but at least 1048576).",
        HelpName = "bytes",
    };

    /// <summary>Opens a document with the limit of the command line. Without one, documents in files have no limit.</summary>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long? limit, bool isFile) =>
        limit is null && !isFile
            ? BlittableDocument.Open(bytes, dictionary)
            : BlittableDocument.Open(bytes, dictionary, OfFile(limit));

    /// <summary>Opens a document that this process converted from JSON text. It cannot expand beyond that text, so it has no limit.</summary>
    public static BlittableDocument OpenOwn(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary) =>
        BlittableDocument.Open(bytes, dictionary, long.MaxValue);

    /// <inheritdoc cref="OpenOwn(ReadOnlyMemory{byte}, BlittableDictionary)"/>
    public static BlittableValue OpenOwn(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null) =>
        BlittableValue.Open(bytes, dictionary).WithMaxExpandedBytes(long.MaxValue);

    /// <summary>Returns the limit for documents in the user's files: the value of the option, or no limit.</summary>
    public static long OfFile(long? limit) => limit ?? long.MaxValue;
}
