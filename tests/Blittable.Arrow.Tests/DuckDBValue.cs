using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Blittable.Arrow.Tests;

/// <summary>Compares a value that DuckDB writes as text with a value of a document.</summary>
internal static partial class DuckDBValue
{
    /// <summary>Determines whether a value of a document equals a value of the file.</summary>
    /// <param name="type">The type that DuckDB reads.</param>
    /// <param name="expected">The value, with DuckDB's texts for all scalars.</param>
    /// <param name="actual">The value of the document.</param>
    public static bool Equal(DuckDBType type, JsonElement expected, JsonElement actual)
    {
        if (expected.ValueKind == JsonValueKind.Null || actual.ValueKind == JsonValueKind.Null)
        {
            return expected.ValueKind == actual.ValueKind;
        }

        return type.Name switch
        {
            "STRUCT" => actual.ValueKind == JsonValueKind.Object && type.Fields.Count == actual.EnumerateObject().Count()
                && type.Fields.All(field => actual.TryGetProperty(field.Name, out var value) && Equal(field.Type, expected.GetProperty(field.Name), value)),
            "LIST" => actual.ValueKind == JsonValueKind.Array && expected.GetArrayLength() == actual.GetArrayLength()
                && expected.EnumerateArray().Zip(actual.EnumerateArray()).All(pair => Equal(type.Fields[0].Type, pair.First, pair.Second)),
            "MAP" => EqualMaps(type, expected, actual),
            _ => EqualTexts(type.Name, expected.GetString()!, actual),
        };
    }

    private static bool EqualMaps(DuckDBType type, JsonElement expected, JsonElement actual)
    {
        var entries = expected.EnumerateObject().ToList();
        if (actual.ValueKind == JsonValueKind.Object)
        {
            return entries.Count == actual.EnumerateObject().Count()
                && entries.Zip(actual.EnumerateObject()).All(pair => pair.First.Name == pair.Second.Name && Equal(type.Fields[1].Type, pair.First.Value, pair.Second.Value));
        }

        return entries.Count == actual.GetArrayLength()
            && entries.Zip(actual.EnumerateArray()).All(pair => EqualTexts(type.Fields[0].Type.Name, pair.First.Name, pair.Second[0])
                && Equal(type.Fields[1].Type, pair.First.Value, pair.Second[1]));
    }

    private static bool EqualTexts(string type, string expected, JsonElement actual)
    {
        var text = actual.ValueKind == JsonValueKind.String ? actual.GetString()! : actual.GetRawText();
        switch (type)
        {
            case "VARCHAR" or "UUID":
                return actual.ValueKind == JsonValueKind.String && text == expected;
            case "FLOAT":
                return float.Parse(Words(expected), CultureInfo.InvariantCulture).Equals(float.Parse(text, CultureInfo.InvariantCulture));
            case "DOUBLE":
                return double.Parse(Words(expected), CultureInfo.InvariantCulture).Equals(double.Parse(text, CultureInfo.InvariantCulture));
            case "BLOB" or "GEOMETRY":
                return Convert.FromBase64String(text).AsSpan().SequenceEqual(Unescape(expected));
            case "JSON":
                using (var left = BlittableDocument.Parse(expected))
                using (var right = BlittableDocument.Parse(actual.GetRawText()))
                {
                    return BlittableValue.DeepEquals(left.Root, right.Root);
                }

            case "INTERVAL":
                return OfDuckDB(expected) == OfIso(text);
            case var _ when type.StartsWith("DECIMAL", StringComparison.Ordinal):
                // DuckDB writes no zero before the point of a decimal that has only fraction digits.
                return text == (expected.TrimStart('-').StartsWith('.') ? expected.Replace(".", "0.", StringComparison.Ordinal) : expected);
            default:
                return type.StartsWith("TIME", StringComparison.Ordinal) || type == "DATE" ? Moment(expected) == Moment(text) : text == expected;
        }
    }

    private static string Words(string number) => number switch { "nan" or "-nan" => "NaN", "inf" => "Infinity", "-inf" => "-Infinity", _ => number };

    /// <summary>Returns a date or time without notational differences: separator, trailing zeros, UTC, years without four digits.</summary>
    private static string Moment(string text)
    {
        var moment = text.Replace('T', ' ').TrimEnd('Z');
        moment = ZeroOffset().Replace(moment, "");
        moment = TrailingZeros().Replace(moment, "");
        if (moment.Contains(" (BC)", StringComparison.Ordinal))
        {
            var dash = moment.IndexOf('-', StringComparison.Ordinal);
            var year = 1 - int.Parse(moment.AsSpan(0, dash), CultureInfo.InvariantCulture);
            moment = string.Create(CultureInfo.InvariantCulture, $"{(year < 0 ? "-" : "")}{-year:0000}{moment[dash..].Replace(" (BC)", "", StringComparison.Ordinal)}");
        }

        return moment.TrimStart('+');
    }

    private static byte[] Unescape(string text)
    {
        List<byte> bytes = [];
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && text[i + 1] == 'x')
            {
                bytes.Add(byte.Parse(text.AsSpan(i + 2, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture));
                i += 3;
            }
            else
            {
                bytes.Add((byte)text[i]);
            }
        }

        return [.. bytes];
    }

    private static (long Months, long Days, decimal Seconds) OfDuckDB(string text)
    {
        long months = 0, days = 0;
        foreach (Match part in DuckDBPart().Matches(text))
        {
            var count = long.Parse(part.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
            (months, days) = part.Groups[2].Value switch
            {
                "year" => (months + (12 * count), days),
                "month" => (months + count, days),
                _ => (months, days + count),
            };
        }

        var clock = DuckDBClock().Match(text);
        var seconds = !clock.Success ? 0 : (Number(clock, 2) * 3600) + (Number(clock, 3) * 60) + Number(clock, 4);
        return (months, days, clock.Groups[1].Value == "-" ? -seconds : seconds);
    }

    private static (long Months, long Days, decimal Seconds) OfIso(string text)
    {
        var parts = IsoInterval().Match(text);
        return ((long)((Number(parts, 1) * 12) + Number(parts, 2)), (long)Number(parts, 3), (Number(parts, 4) * 3600) + (Number(parts, 5) * 60) + Number(parts, 6));
    }

    private static decimal Number(Match match, int group) => match.Groups[group].Success ? decimal.Parse(match.Groups[group].ValueSpan, CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex(@"(?<=:\d\d.*)\+00(:00)?$")]
    private static partial Regex ZeroOffset();

    [GeneratedRegex(@"(?<=\.\d*)0+$|\.0+$")]
    private static partial Regex TrailingZeros();

    [GeneratedRegex(@"(-?\d+) (year|month|day)s?")]
    private static partial Regex DuckDBPart();

    [GeneratedRegex(@"(-?)(\d+):(\d\d):([\d.]+)")]
    private static partial Regex DuckDBClock();

    [GeneratedRegex(@"^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$")]
    private static partial Regex IsoInterval();
}
