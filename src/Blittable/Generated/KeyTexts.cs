using System.Globalization;

namespace Blittable.Generated;

/// <summary>Formats dictionary keys as System.Text.Json does.</summary>
internal static class KeyTexts
{
    /// <summary>Returns the text of a key.</summary>
    public static string Of<TKey>(TKey key)
    {
        return key switch
        {
            DateTime date => WithoutZeros(date.ToString("O", CultureInfo.InvariantCulture)),
            DateTimeOffset date => WithoutZeros(date.ToString("O", CultureInfo.InvariantCulture)),
            Uri address => address.OriginalString,
            TimeOnly time => time.ToTimeSpan().ToString("c", CultureInfo.InvariantCulture),
            DateOnly day => day.ToString("O", CultureInfo.InvariantCulture),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => key?.ToString() ?? "",
        };
    }

    /// <summary>Removes the zeros at the end of the fraction of a second.</summary>
    private static string WithoutZeros(string text)
    {
        const int point = 19, digits = 7;
        var fraction = text.AsSpan(point, 1 + digits).TrimEnd('0');
        return string.Concat(text.AsSpan(0, point), fraction.Length > 1 ? fraction : default, text.AsSpan(point + 1 + digits));
    }
}
