using System.Globalization;
using Blittable.Cli;

namespace Blittable.Arrow.Tool;

/// <summary>Counts the values that their columns could not store, and for which nulls were written. Not thread-safe.</summary>
internal sealed class UnfitValues
{
    private readonly Dictionary<string, (long Count, string First)> _columns = new(StringComparer.Ordinal);

    /// <summary>Adds a value.</summary>
    public void Add(UnfitValue value)
    {
        var (count, first) = _columns.GetValueOrDefault(value.Column, (0, value.Message));
        _columns[value.Column] = (count + 1, first);
    }

    /// <summary>Writes the number of values of each column, and the first of them.</summary>
    public void WriteNotes(CommandStreams streams)
    {
        foreach (var (column, (count, first)) in _columns)
        {
            streams.WriteNote(string.Create(CultureInfo.InvariantCulture, $"nulls in place of {count} value{(count == 1 ? "" : "s")} of column '{column}'. First: {first}"));
        }
    }
}
