using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Blittable.Collections.Snapshots;

/// <summary>Defines the log messages of collections, and holds the logger.</summary>
internal static partial class CollectionLog
{
    private static volatile ILogger s_logger = NullLogger.Instance;

    public static ILogger Logger
    {
        get => s_logger;
        set => s_logger = value;
    }

    [LoggerMessage(1, LogLevel.Debug, "Commit {Number} of {Collection} has {Documents} documents in {Stripes} stripes and took {Milliseconds} ms", EventName = "Committed")]
    public static partial void Committed(ILogger logger, long number, string collection, long documents, int stripes, double milliseconds);

    [LoggerMessage(2, LogLevel.Warning, "Commit {Number} of {Collection} failed; readers may see it: {MayBeVisible}", EventName = "CommitFailed")]
    public static partial void CommitFailed(ILogger logger, long number, string collection, bool mayBeVisible, Exception fault);

    [LoggerMessage(3, LogLevel.Debug, "{Stripes} stripes of {Collection} were merged into a stripe of {Documents} documents", EventName = "Merged")]
    public static partial void Merged(ILogger logger, int stripes, string collection, int documents);

    [LoggerMessage(4, LogLevel.Information, "{Collection} was rewritten without {DeadBytes} dead bytes", EventName = "Rewritten")]
    public static partial void Rewritten(ILogger logger, string collection, long deadBytes);

    [LoggerMessage(5, LogLevel.Warning, "{Collection} has {DeadBytes} dead bytes and could not be rewritten", EventName = "RewriteFailed")]
    public static partial void RewriteFailed(ILogger logger, string collection, long deadBytes, Exception fault);

    [LoggerMessage(6, LogLevel.Information, "{Collection} was compacted from {BytesBefore} to {Bytes} bytes", EventName = "Compacted")]
    public static partial void Compacted(ILogger logger, string collection, long bytes, long bytesBefore);

    [LoggerMessage(7, LogLevel.Information, "All {Documents} documents of {Collection} were recovered", EventName = "Recovered")]
    public static partial void Recovered(ILogger logger, long documents, string collection);

    [LoggerMessage(
        8,
        LogLevel.Warning,
        "{Documents} documents of {Collection} were recovered, {LostDocuments} are known to be lost; {Findings} findings",
        EventName = "RecoveredInPart")]
    public static partial void RecoveredInPart(ILogger logger, long documents, string collection, long lostDocuments, int findings);

    [LoggerMessage(
        9,
        LogLevel.Debug,
        "A query took {Milliseconds} ms; {Skipped} of {Groups} chunk groups were skipped based on bounds and filters",
        EventName = "Queried")]
    public static partial void Queried(ILogger logger, double milliseconds, long skipped, long groups);

    [LoggerMessage(10, LogLevel.Warning, "Commits of {Collection} could not be flushed; a power loss may undo them", EventName = "FlushFailed")]
    public static partial void FlushFailed(ILogger logger, string collection, Exception fault);

    [LoggerMessage(11, LogLevel.Warning, "The stripe at byte {Offset} of {Collection} cannot be read and is not merged", EventName = "MergeFailed")]
    public static partial void MergeFailed(ILogger logger, long offset, string collection, Exception fault);

    [LoggerMessage(12, LogLevel.Warning, "The last dictionary of {Collection} cannot be read and is not used for new documents", EventName = "DictionaryFailed")]
    public static partial void DictionaryFailed(ILogger logger, string collection, Exception fault);
}
