using Microsoft.Extensions.Logging;

namespace Blittable.Npgsql;

/// <summary>Defines the messages that are written to <see cref="BlittableTableOptions.Logger"/>.</summary>
internal static partial class TableLog
{
    [LoggerMessage(1, LogLevel.Debug, "The dictionary of table {Table} was trained on {Documents} documents and has version {Version}", EventName = "Learned")]
    public static partial void Learned(ILogger logger, string table, int documents, int version);

    [LoggerMessage(
        2,
        LogLevel.Debug,
        "A document was written with a dictionary version that table {Table} does not contain; reloading the dictionary (attempt {Attempt})",
        EventName = "DictionaryReloaded")]
    public static partial void DictionaryReloaded(ILogger logger, string table, int attempt);

    [LoggerMessage(
        3,
        LogLevel.Warning,
        "The dictionary of table {Table} was not trained, because the coordinator {Coordinator} did not assign a version",
        EventName = "CannotLearn")]
    public static partial void CannotLearn(ILogger logger, string table, string coordinator, Exception fault);

    [LoggerMessage(4, LogLevel.Warning, "None of {Documents} documents were loaded into shard {Shard} of table {Table}", EventName = "LoadFailed")]
    public static partial void LoadFailed(ILogger logger, long documents, string shard, string table, Exception fault);
}
