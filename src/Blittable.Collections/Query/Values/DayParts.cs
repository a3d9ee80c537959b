namespace Blittable.Collections.Query.Values;

/// <summary>Represents a table of a part of dates, such as the year, by day. The entries are computed on first use.</summary>
internal sealed class DayParts
{
    /// <summary>The number of days before and after the days of a batch, so that the days of the next batches are usually in the table.</summary>
    private const int Margin = 1 << 10;

    private long[] _parts = [];
    private long _first;

    /// <summary>The entry of a day whose part is unknown, and of a day without the part.</summary>
    public const long Unknown = long.MinValue, None = long.MaxValue;

    /// <summary>Gets or sets an upper bound of the absolute parts.</summary>
    public long Largest { get; set; }

    /// <summary>Gets the entry of a day of the current batch.</summary>
    public ref long this[long day] => ref _parts[(int)(day - _first)];

    /// <summary>Starts a batch.</summary>
    /// <param name="first">The first day of the batch.</param>
    /// <param name="last">The last day of the batch.</param>
    public void Start(long first, long last)
    {
        if (first < _first || last >= _first + _parts.Length)
        {
            _first = first - Margin;
            _parts = new long[(int)(last - first) + (2 * Margin)];
            _parts.AsSpan().Fill(Unknown);
        }
    }
}
