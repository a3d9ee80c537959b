using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.AspNetCore;

/// <summary>Finds the path of the value in which a JSON text breaks.</summary>
internal static class FaultPath
{
    /// <param name="text">The text.</param>
    /// <param name="offset">Where it breaks.</param>
    /// <returns>The path, such as <c>$.lines[2].price</c>; null if it is not known.</returns>
    public static string? Find(in ReadOnlySequence<byte> text, long offset)
    {
        if (offset < 0 || offset > text.Length)
        {
            return null;
        }

        var reader = new Utf8JsonReader(text.Slice(0, offset), isFinalBlock: false, new JsonReaderState(new JsonReaderOptions { MaxDepth = 1 << 10 }));
        var open = new List<(string? Name, int Index)>();
        try
        {
            while (reader.Read())
            {
                switch (reader.TokenType)
                {
                    case JsonTokenType.StartArray:
                        open.Add((null, 0));
                        break;
                    case JsonTokenType.StartObject:
                        open.Add(("", 0));
                        break;
                    case JsonTokenType.PropertyName:
                        open[^1] = (reader.GetString(), 0);
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
        catch (JsonException)
        {
            // The text breaks here.
        }

        return Render(open);
    }

    private static void Advance(List<(string? Name, int Index)> open)
    {
        if (open.Count > 0 && open[^1].Name is null)
        {
            open[^1] = (null, open[^1].Index + 1);
        }
    }

    private static string Render(List<(string? Name, int Index)> open)
    {
        var path = new StringBuilder("$");
        foreach (var (name, index) in open)
        {
            _ = name switch
            {
                null => path.Append(CultureInfo.InvariantCulture, $"[{index}]"),
                "" => path,
                _ when name.All(character => char.IsAsciiLetterOrDigit(character) || character == '_') && !char.IsAsciiDigit(name[0]) => path.Append('.').Append(name),
                _ => path.Append("['").Append(name.Replace("\\", @"\\", StringComparison.Ordinal).Replace("'", @"\'", StringComparison.Ordinal)).Append("']"),
            };
        }

        return path.ToString();
    }
}
