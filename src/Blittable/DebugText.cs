using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;

namespace Blittable;

/// <summary>Returns the beginning of a value's JSON text, for debuggers and logs. It never throws, and its cost does not depend on the size of the
/// value.</summary>
internal static class DebugText
{
    /// <summary>The maximum number of characters.</summary>
    public const int MaxLength = 200;

    /// <summary>The maximum size, in bytes, of a string, name or number whose text is shown. For a longer one, only the length is shown.</summary>
    private const int MaxString = 1 << 12;

    /// <summary>Returns the JSON text of a value, truncated to <see cref="MaxLength"/> characters. Truncated text ends with <c>…</c>.</summary>
    public static string Of(BlittableValue value)
    {
        var text = new StringBuilder();
        try
        {
            Append(text, value);
        }
        catch (BlittableException fault)
        {
            text.Clear().Append("damaged: ").Append(fault.Message);
        }

        if (text.Length <= MaxLength)
        {
            return text.ToString();
        }

        // Do not split a surrogate pair.
        var length = MaxLength - 1;
        length -= char.IsHighSurrogate(text[length - 1]) ? 1 : 0;
        return text.ToString(0, length) + "…";
    }

    private static void Append(StringBuilder text, BlittableValue value)
    {
        if (text.Length > MaxLength)
        {
            return;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Undefined:
                text.Append("undefined");
                break;
            case BlittableValueKind.Object:
                text.Append('{');
                var isFirst = true;
                foreach (var property in value.EnumerateObject())
                {
                    if (text.Length > MaxLength)
                    {
                        return;
                    }

                    text.Append(isFirst ? "" : ",");
                    AppendName(text, property);
                    Append(text, property.Value);
                    isFirst = false;
                }

                text.Append('}');
                break;
            case BlittableValueKind.Array:
                text.Append('[');
                for (var i = 0; i < value.Count && text.Length <= MaxLength; i++)
                {
                    text.Append(i == 0 ? "" : ",");
                    Append(text, value[i]);
                }

                text.Append(']');
                break;
            case BlittableValueKind.String when value.TryGetUtf8Length(out var length) && length > MaxString:
                text.Append(CultureInfo.InvariantCulture, $"<string of {length:N0} bytes>");
                break;
            case BlittableValueKind.Number:
                AppendNumber(text, value);
                break;
            case BlittableValueKind.Binary:
                text.Append("<binary>");
                break;
            default:
                text.Append(value.ToJson());
                break;
        }
    }

    /// <summary>Appends a name with the escapes of JSON, so that a name with line breaks cannot look like another line of a log.</summary>
    private static void AppendName(StringBuilder text, BlittableProperty property)
    {
        if (property.NameUtf8.Length > MaxString)
        {
            text.Append(CultureInfo.InvariantCulture, $"<name of {property.NameUtf8.Length:N0} bytes>:");
            return;
        }

        text.Append('"').Append(JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(property.Name)).Append("\":");
    }

    /// <summary>Appends a number. A long number is truncated anyway, and NaN and infinities have no text.</summary>
    private static void AppendNumber(StringBuilder text, BlittableValue number)
    {
        Span<byte> most = stackalloc byte[MaxString];
        text.Append(number.TryCopyNumberText(most, out var written) ? Encoding.ASCII.GetString(most[..written]) : "<number with a long JSON text>");
    }
}
