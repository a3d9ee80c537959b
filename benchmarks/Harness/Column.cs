using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>A figure of each cell that a table shows.</summary>
/// <param name="Name">The heading, with the unit.</param>
/// <param name="Value">The figure; NaN leaves the place empty.</param>
/// <param name="Format">A .NET format string for people. CSV has the figure in full.</param>
internal sealed record Column(string Name, Func<CellResult, double> Value, string Format = "N2")
{
    public static Column Nanoseconds { get; } = new("ns/item", result => result.Nanoseconds);

    public static Column Mean { get; } = new("mean ns", result => result.Mean);

    public static Column Median { get; } = new("median ns", result => result.Nanoseconds);

    /// <summary>Half of the interval around the median that holds the medians of all processes with 95 %.</summary>
    public static Column Margin { get; } = new("margin ns", result => result.Margin);

    /// <summary>Batches or iterations, of all processes together.</summary>
    public static Column Batches { get; } = new("batches", result => result.Processes.Sum(process => process.Batches), "N0");

    public static Column StandardDeviation { get; } = new("std dev ns", result => result.StandardDeviation);

    public static Column MillionItemsPerSecond { get; } = new("M items/s", result => 1e3 / result.Nanoseconds);

    public static Column Milliseconds { get; } = new("ms", result => result.Nanoseconds / 1e6);

    public static Column MegabytesPerSecond { get; } =
        new("MB/s", result => result.MegabytesPerSecond == 0 ? double.NaN : result.MegabytesPerSecond, "N0");

    public static Column Allocated { get; } = new("allocated B/item", result => result.Allocated, "N0");

    public static Column PeakMegabytes { get; } = new("peak MB", result => result.PeakResident / 1e6, "N0");

    public static Column Speedup { get; } = new("× baseline", result => result.Speedup);

    /// <summary>The lower end of the interval of <see cref="Speedup"/>.</summary>
    public static Column SpeedupFrom { get; } = new("× from", result => result.SpeedupInterval.From);

    /// <summary>The upper end of the interval of <see cref="Speedup"/>.</summary>
    public static Column SpeedupTo { get; } = new("× to", result => result.SpeedupInterval.To);

    /// <summary>What each suite shows of each cell.</summary>
    public static IReadOnlyList<Column> Statistics { get; } =
        [Mean, StandardDeviation, Median, Margin, Batches, Speedup, SpeedupFrom, SpeedupTo, Allocated, PeakMegabytes];

    /// <summary>A column for a figure that the cells give by name beside their time.</summary>
    public static Column Fact(string name, string format = "N2") => new(name, result => result.Fact(name), format);

    public string Show(CellResult result) => Show(Value(result));

    public string Show(double value) => double.IsNaN(value) ? "" : value.ToString(Format, CultureInfo.InvariantCulture);

    /// <summary>A time in the unit that suits it; empty for NaN.</summary>
    public static string FormatTime(double nanoseconds) => nanoseconds switch
    {
        double.NaN => "",
        < 1e3 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:F2} ns"),
        < 1e6 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e3:F2} µs"),
        < 1e9 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e6:F2} ms"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1e9:F2} s"),
    };
}
