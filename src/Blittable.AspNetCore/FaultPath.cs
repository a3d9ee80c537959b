using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.AspNetCore;

/// <summary>Finds the path of the value that contains a JSON syntax error.</summary>
internal static class FaultPath
{
    /// <param name="text">The text.</param>
    /// <param name="offset">The offset of the error in bytes.</param>
    /// <returns>The path, such as <c>$.lines[2].price</c>, or null if the offset is outside the text.</returns>
    public static string? Find(in ReadOnlySequence<byte> text, long offset)
    {
        if (offset < 0 || offset > text.Length)
        {
            return null;
        }

        var reader = new Utf8JsonReader(text.Slice(0, offset), isFinalBlock: false, new JsonReaderState(new JsonReaderOptions { MaxDepth = 1 << 10 }));
        var open = new List<EnclosingContainer>();
        try
        {
            while (reader.Read())
            {
                switch (reader.TokenType)
                {
                    case JsonTokenType.StartArray:
                        open.Add(new EnclosingContainer(IsArray: true, null, 0));
                        break;
                    case JsonTokenType.StartObject:
                        open.Add(new EnclosingContainer(IsArray: false, null, 0));
                        break;
                    case JsonTokenType.PropertyName:
                        open[^1] = open[^1] with { Name = reader.GetString() };
                        break;
                    case JsonTokenType.EndArray or JsonTokenType.EndObject:
                        open.RemoveAt(open.Count - 1);
                        Advance(open);
                        break;
                    default:
                        Advance(open);
                        break;
                }
            }
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            // The error is at this position, or a property name contains a lone surrogate.
        }

        return Render(open);
    }

    /// <summary>Moves past a value: to the next array element, or to a property whose name has not been read.</summary>
    private static void Advance(List<EnclosingContainer> open)
    {
        if (open.Count > 0)
        {
            open[^1] = open[^1] with { Name = null, Index = open[^1].Index + 1 };
        }
    }

    private static string Render(List<EnclosingContainer> open)
    {
        var path = new StringBuilder("$");
        foreach (var (isArray, name, index) in open)
        {
            if (isArray)
            {
                path.Append(CultureInfo.InvariantCulture, $"[{index}]");
            }
            else if (name is not null)
            {
                _ = IsPlain(name)
                    ? path.Append('.').Append(name)
                    : path.Append("['").Append(name.Replace("\\", @"\\", StringComparison.Ordinal).Replace("'", @"\'", StringComparison.Ordinal)).Append("']");
            }
        }

        return path.ToString();
    }

    private static bool IsPlain(string name) =>
        name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(character => char.IsAsciiLetterOrDigit(character) || character == '_');

    /// <summary>Represents an array or object that contains the position.</summary>
    /// <param name="IsArray">true for an array; false for an object.</param>
    /// <param name="Name">The name of the current property, or <see langword="null"/> if it has not been read.</param>
    /// <param name="Index">The index of the current element or property.</param>
    private readonly record struct EnclosingContainer(bool IsArray, string? Name, int Index);
}
