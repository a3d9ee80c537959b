using System.Globalization;

namespace Blittable.Cli;

/// <summary>Formats numbers for people, independent of the culture.</summary>
internal static class Figures
{
    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    public static string Of(long count, string what) => count == 1 ? $"1 {what}" : $"{Count(count)} {what}s";

    public static string Documents(long count) => Of(count, "document");

    public static string Bytes(long bytes) => $"{Count(bytes)} B";

    public static string Ratio(long part, long whole) =>
        whole == 0 ? "-" : ((double)part / whole).ToString("0.000", CultureInfo.InvariantCulture);

    public static string Percent(long part, long whole) =>
        whole == 0 ? "-" : (100.0 * part / whole).ToString("0.0", CultureInfo.InvariantCulture) + " %";

    public static string Milliseconds(TimeSpan time) =>
        time.TotalMilliseconds.ToString(time.TotalMilliseconds < 100 ? "0.00" : "N0", CultureInfo.InvariantCulture) + " ms";

    public static string MegabytesPerSecond(long bytes, TimeSpan time) =>
        time == TimeSpan.Zero ? "-" : (bytes / 1e6 / time.TotalSeconds).ToString("N0", CultureInfo.InvariantCulture);
}
