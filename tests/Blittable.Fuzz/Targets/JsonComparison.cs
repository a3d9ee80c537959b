using System.Globalization;
using System.Text.Json;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Compares a document with what System.Text.Json reads from the same text.</summary>
internal static class JsonComparison
{
    /// <exception cref="FuzzFailure">A value is different.</exception>
    public static void Require(BlittableValue value, JsonElement expected)
    {
        switch (expected.ValueKind)
        {
            case JsonValueKind.Object:
                RequireObject(value, expected);
                break;
            case JsonValueKind.Array:
                Require(value.Kind == BlittableValueKind.Array && value.Count == expected.GetArrayLength(), expected);
                var index = 0;
                foreach (var item in expected.EnumerateArray())
                {
                    Require(value[index++], item);
                }

                break;
            case JsonValueKind.String:
                Require(value.Kind == BlittableValueKind.String && value.GetString() == expected.GetString(), expected);
                if (value.IsDate && expected.TryGetDateTimeOffset(out var date) && expected.GetString()!.Contains('T') && HasOffset(expected.GetString()!))
                {
                    Require(value.TryGetDateTimeOffset(out var found) && found == date && found.Offset == date.Offset, expected);
                }

                break;
            case JsonValueKind.Number:
                RequireNumber(value, expected);
                break;
            default:
                Require(value.Kind.ToString() == expected.ValueKind.ToString(), expected);
                break;
        }
    }

    /// <summary>Determines whether a text has an offset. System.Text.Json treats texts without an offset as local time, documents as having none.</summary>
    private static bool HasOffset(string text) => text[^1] == 'Z' || text.LastIndexOfAny(['+', '-']) > text.IndexOf('T');

    private static void RequireObject(BlittableValue value, JsonElement expected)
    {
        Require(value.Kind == BlittableValueKind.Object, expected);
        var properties = value.EnumerateObject();
        foreach (var property in expected.EnumerateObject())
        {
            Require(properties.MoveNext() && properties.Current.Name == property.Name, expected);
            Require(properties.Current.Value, property.Value);

            // Both find the last property with a repeated name.
            Require(value.GetProperty(property.Name).ToJson().Length > 0, expected);
        }

        Require(!properties.MoveNext(), expected);
    }

    private static void RequireNumber(BlittableValue value, JsonElement expected)
    {
        Require(value.Kind == BlittableValueKind.Number && value.GetNumberText() == expected.GetRawText(), expected);
        Require(value.TryGetInt64(out var integer) == expected.TryGetInt64(out var expectedInteger) && integer == expectedInteger, expected);

        // System.Text.Json rounds a tie up if zeros follow it, as in 1e23 with two fraction digits; double.Parse and documents round to even.
        if (double.TryParse(expected.GetRawText(), CultureInfo.InvariantCulture, out var expectedNumber) && double.IsFinite(expectedNumber))
        {
            Require(value.TryGetDouble(out var number) && BitConverter.DoubleToInt64Bits(number) == BitConverter.DoubleToInt64Bits(expectedNumber), expected);
        }

        // System.Text.Json rounds halves up at the end of a decimal; decimal.Parse and documents round to even.
        if (decimal.TryParse(expected.GetRawText(), NumberStyles.Float, CultureInfo.InvariantCulture, out var expectedDecimal) && value.TryGetDecimal(out var found))
        {
            Require(found == expectedDecimal, expected);
        }
    }

    private static void Require(bool holds, JsonElement expected)
    {
        if (!holds)
        {
            throw new FuzzFailure($"The document says something else for {expected.GetRawText()}");
        }
    }
}
