using System.Globalization;
using System.Text;

namespace Blittable;

/// <summary>The beginning of a value's JSON text, for debuggers and logs: it costs little however large the value is, and it never throws.</summary>
internal static class DebugText
{
    /// <summary>Characters that are shown.</summary>
    public const int MaxLength = 200;

    /// <summary>Bytes of a string that is read; of a longer one only the length is shown.</summary>
    private const int MaxString = 1 << 12;

    /// <summary>Returns the JSON text of a value, of at most <see cref="MaxLength"/> characters, of which the last is <c>…</c> if there is more.</summary>
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

        // No half of a surrogate pair is left at the end.
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

                    text.Append(isFirst ? "\"" : ",\"").Append(property.Name).Append("\":");
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
            case BlittableValueKind.Binary:
                text.Append("<binary>");
                break;
            default:
                text.Append(value.ToJson());
                break;
        }
    }
}
