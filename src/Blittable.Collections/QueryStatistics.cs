using System.Globalization;
using System.Text;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections;

/// <summary>Describes how a query was executed, like <c>EXPLAIN ANALYZE</c> in SQL: its plan, the estimated and the actual rows, and the bytes that it used.
/// Immutable and thread-safe.</summary>
/// <remarks><see cref="CollectionScan.WithStatistics"/> returns a query that reports them. <see cref="ToString"/> returns the plan as text.</remarks>
public sealed class QueryStatistics
{
    private readonly IReadOnlyList<string> _steps;
    private readonly string? _unnested;

    /// <param name="profile">The counts of the query.</param>
    /// <param name="steps">The steps of the plan, the last one first.</param>
    /// <param name="resultRows">The rows of the result; null if all rows were passed to a callback.</param>
    /// <param name="duration">The duration.</param>
    internal QueryStatistics(QueryProfile profile, IReadOnlyList<string> steps, long? resultRows, TimeSpan duration)
    {
        _steps = steps;
        _unnested = profile.Unnested?.ToString();
        (EstimatedRows, Rows, Elements) = (profile.EstimatedRows, profile.Rows, profile.Elements);
        (ChunkGroups, SkippedChunkGroups) = (profile.Groups, profile.Groups - profile.ReadGroups);
        (BytesRead, BytesSpilled) = (profile.Meter.BytesRead, profile.Meter.BytesWritten);
        ResultRows = resultRows ?? (_unnested is null ? Rows : Elements);
        Duration = duration;
    }

    /// <summary>Gets the number of documents that the filters of the query were expected to match. It is estimated from the bounds of the chunks and from
    /// indexes, before the query reads values.</summary>
    public long EstimatedRows { get; }

    /// <summary>Gets the number of documents that matched the filters of the query. If chunk groups were skipped because of a limit, only the documents of the
    /// other chunk groups count.</summary>
    public long Rows { get; }

    /// <summary>Gets the number of array elements that matched the filters of elements, or 0 if the query does not unnest an array.</summary>
    public long Elements { get; }

    /// <summary>Gets the number of rows in the result: groups, or rows of a selection.</summary>
    public long ResultRows { get; }

    /// <summary>Gets the number of chunk groups in the collection. A chunk group is the smallest unit that a query skips.</summary>
    public int ChunkGroups { get; }

    /// <summary>Gets the number of chunk groups that were not read, because their statistics rule out all rows, or because of a limit.</summary>
    public int SkippedChunkGroups { get; }

    /// <summary>Gets the stored size, in bytes, of the column chunks, string tables, indexes and pages of documents that the query used. Each counts once,
    /// whether it was read from the file or was in memory. Directories do not count.</summary>
    public long BytesRead { get; }

    /// <summary>Gets the number of bytes written to temporary files because of <see cref="CollectionScan.WithMemoryLimit"/>.</summary>
    public long BytesSpilled { get; }

    /// <summary>Gets the duration of the query.</summary>
    public TimeSpan Duration { get; }

    /// <summary>Returns the plan and the statistics as lines of text. Each step receives the rows of the step below it.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        for (var step = 0; step < _steps.Count; step++)
        {
            text.Append(' ', 2 * step).Append(_steps[step]).Append('\n');
        }

        var elements = _unnested is null ? "" : $", {Elements} elements at {_unnested}";
        return text.Append(
            CultureInfo.InvariantCulture,
            $"""
            rows: {EstimatedRows} estimated, {Rows} actual{elements}, {ResultRows} in the result
            chunk groups: {ChunkGroups}, {SkippedChunkGroups} skipped
            bytes: {BytesRead} read, {BytesSpilled} spilled
            time: {Duration.TotalMilliseconds:0.000} ms
            """).ToString();
    }
}
