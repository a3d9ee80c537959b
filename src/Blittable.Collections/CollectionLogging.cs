using Blittable.Collections.Snapshots;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Blittable.Collections;

/// <summary>Sets where collections log to.</summary>
/// <remarks>
/// The category is <see cref="Category"/>. A commit, a merge of stripes and a query are logged at the level Debug; a file that was written anew, a compaction and a complete
/// recovery at Information; a commit that failed and documents that a recovery did not find at Warning. No message has a document or a value of one.
/// </remarks>
public static class CollectionLogging
{
    /// <summary>The category of the messages.</summary>
    public const string Category = "Blittable.Collections";

    /// <summary>Logs what all collections of this process do from now on. Thread-safe.</summary>
    /// <param name="loggers">Makes the logger; null ends logging.</param>
    public static void Use(ILoggerFactory? loggers) => CollectionLog.Logger = loggers?.CreateLogger(Category) ?? NullLogger.Instance;
}
