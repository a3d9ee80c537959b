using Blittable.Collections.Snapshots;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Blittable.Collections;

/// <summary>Configures logging for collections.</summary>
/// <remarks>
/// The category is <see cref="Category"/>. Commits, stripe merges and queries are logged at level Debug; rewrites, compactions and complete recoveries at
/// Information; failed commits and incomplete recoveries at Warning. Messages never contain documents or their values.
/// </remarks>
public static class CollectionLogging
{
    /// <summary>The log category.</summary>
    public const string Category = "Blittable.Collections";

    /// <summary>Sets the logger factory for all collections of this process. Thread-safe.</summary>
    /// <param name="loggers">The logger factory, or <see langword="null"/> to disable logging.</param>
    public static void Use(ILoggerFactory? loggers) => CollectionLog.Logger = loggers?.CreateLogger(Category) ?? NullLogger.Instance;
}
