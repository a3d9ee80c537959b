namespace Blittable.Cli;

/// <summary>Describes running work.</summary>
/// <param name="Title">The title.</param>
/// <param name="Total">The amount of work, or null if it is unknown.</param>
/// <param name="Unit">The unit of the work, in the plural; null for bytes, empty if nothing is counted.</param>
/// <param name="Done">Returns the amount of completed work.</param>
/// <param name="Elapsed">Returns the time since the start of the work.</param>
internal sealed record ProgressWork(string Title, long? Total, string? Unit, Func<long> Done, Func<TimeSpan> Elapsed);
