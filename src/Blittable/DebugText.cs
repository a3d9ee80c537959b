using System.Diagnostics;
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

    /// <summary>Appends a name with the escapes of JSON, so a name with line breaks cannot look like another line of a log.</summary>
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

/// <summary>Represents a value in a debugger's tree view. Its children are read when the node is expanded.</summary>
[DebuggerDisplay("{Text,nq}", Name = "{Name,nq}")]
internal sealed class DebugNode
{
    /// <summary>The maximum number of children shown. Millions of children would block the debugger.</summary>
    private const int MaxChildren = 1000;

    private readonly BlittableDocument? _document;
    private readonly int _address;
    private readonly int _shapeTable;

    private DebugNode(BlittableDocument document, string name, BlittableValue value)
    {
        _document = document;
        Name = name;
        Text = DebugText.Of(value);
        _address = value.Address;
        _shapeTable = value.ShapeTable;
    }

    /// <summary>Creates a node that represents the children that are not shown.</summary>
    private DebugNode(long hidden)
    {
        Name = "…";
        Text = string.Create(CultureInfo.InvariantCulture, $"{hidden:N0} more");
    }

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public string Name { get; }

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public string Text { get; }

    /// <summary>Gets the properties or elements. The last node represents the children that are not shown, if any.</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public DebugNode[] Children => _document is null ? [] : Of(_document, _document.Root.WithAddress(_address, _shapeTable));

    /// <summary>Reads the children of a value. If the value is damaged, returns the children before the damage.</summary>
    public static DebugNode[] Of(BlittableDocument document, BlittableValue value)
    {
        var nodes = new List<DebugNode>();
        try
        {
            if (value.Kind == BlittableValueKind.Object)
            {
                foreach (var property in value.EnumerateObject())
                {
                    if (nodes.Count == MaxChildren)
                    {
                        break;
                    }

                    nodes.Add(new DebugNode(document, property.Name, property.Value));
                }
            }
            else if (value.Kind == BlittableValueKind.Array)
            {
                for (var i = 0; i < Math.Min(value.Count, MaxChildren); i++)
                {
                    nodes.Add(new DebugNode(document, string.Create(CultureInfo.InvariantCulture, $"[{i}]"), value[i]));
                }
            }

            if (nodes.Count == MaxChildren && value.Count > MaxChildren)
            {
                nodes.Add(new DebugNode(value.Count - MaxChildren));
            }
        }
        catch (BlittableException)
        {
            // The text of the node describes the damage.
        }

        return [.. nodes];
    }
}
