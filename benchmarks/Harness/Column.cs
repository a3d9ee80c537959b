using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a table column with a figure of each cell.</summary>
/// <param name="Name">The heading with the unit.</param>
/// <param name="Value">Returns the figure; NaN leaves the cell of the table empty.</param>
/// <param name="Format">A .NET format string for display. CSV contains the figure to six significant digits.</param>
internal sealed record Column(string Name, Func<CellResult, double> Value, string Format = "N2")
{
    /// <summary>Gets a value that indicates whether a lower figure is better, as for times and sizes.</summary>
    public bool IsLowerBetter { get; init; }

    public static Column Nanoseconds { get; } = new("ns/item", result => result.Nanoseconds) { IsLowerBetter = true };

    public static Column Mean { get; } = new("mean ns", result => result.Mean);

    public static Column Median { get; } = new("median ns", result => result.Nanoseconds);

    /// <summary>Gets the column with half of the interval around the median that contains the medians of all processes with 95 % probability.</summary>
    public static Column Margin { get; } = new("margin ns", result => result.Margin);

    /// <summary>Gets the column with the number of batches or iterations of all processes.</summary>
    public static Column Batches { get; } = new("batches", result => result.Processes.Sum(process => process.Batches), "N0");

    public static Column StandardDeviation { get; } = new("std dev ns", result => result.StandardDeviation);

    public static Column MillionItemsPerSecond { get; } = new("M items/s", result => 1e3 / result.Nanoseconds);

    public static Column Milliseconds { get; } = new("ms", result => result.Nanoseconds / 1e6) { IsLowerBetter = true };

    public static Column MegabytesPerSecond { get; } =
        new("MB/s", result => result.MegabytesPerSecond == 0 ? double.NaN : result.MegabytesPerSecond, "N0");

    public static Column Allocated { get; } = new("allocated B/item", result => result.Allocated, "N0");

    public static Column PeakMegabytes { get; } = new("peak MB", result => result.PeakResident / 1e6, "N0");

    public static Column Speedup { get; } = new("× baseline", result => result.Speedup);

    /// <summary>Gets the column with the lower end of the interval of <see cref="Speedup"/>.</summary>
    public static Column SpeedupFrom { get; } = new("× from", result => result.SpeedupInterval.From);

    /// <summary>Gets the column with the upper end of the interval of <see cref="Speedup"/>.</summary>
    public static Column SpeedupTo { get; } = new("× to", result => result.SpeedupInterval.To);

    /// <summary>Gets the columns that every suite shows for each cell.</summary>
    public static IReadOnlyList<Column> Statistics { get; } =
        [Mean, StandardDeviation, Median, Margin, Batches, Speedup, SpeedupFrom, SpeedupTo, Allocated, PeakMegabytes];

    /// <summary>Creates a column for an additional figure of the cells by name.</summary>
    public static Column Fact(string name, string format = "N2") => new(name, result => result.Fact(name), format);

    public string Show(CellResult result) => Show(Value(result));

    public string Show(double value) => double.IsNaN(value) ? "" : value.ToString(Format, CultureInfo.InvariantCulture);

    /// <summary>Formats a time in a suitable unit, or returns an empty string for NaN.</summary>
    public static string FormatTime(double nanoseconds) => nanoseconds switch
    {
        double.NaN => "",
        < 1e3 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:F2} ns"),
        < 1e6 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e3:F2} µs"),
        < 1e9 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e6:F2} ms"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e9:F2} s"),
    };
}
