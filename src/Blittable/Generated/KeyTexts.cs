using System.Globalization;

namespace Blittable.Generated;

/// <summary>Formats dictionary keys as System.Text.Json does.</summary>
internal static class KeyTexts
{
    /// <summary>Returns the text of a key.</summary>
    public static string Of<TKey>(TKey key)
    {
        if (key is DateTime or DateTimeOffset)
        {
            using var rented = RentedWriter.For(BlittableOptions.Default);
            rented.Writer.Begin();
            ConverterOf<TKey>.Instance.Write(rented.Writer, key);
            return BlittableValue.Open(rented.Writer.Finish()).GetString()!;
        }

        return key switch
        {
            Uri address => address.OriginalString,
            TimeOnly time => time.ToTimeSpan().ToString("c", CultureInfo.InvariantCulture),
            DateOnly day => day.ToString("O", CultureInfo.InvariantCulture),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => key?.ToString() ?? "",
        };
    }

    /// <summary>Returns the text of a key whose type is only known at run time.</summary>
    public static string OfAny(object key) => key switch
    {
        DateTime date => Of(date),
        DateTimeOffset date => Of(date),
        _ => Of(key),
    };
}
