using System.Text;
using Blittable.Dates;

namespace Blittable.Tests;

/// <summary>Every public method refuses a text without a UTF-8 form, whose replacement would be another text. U+0000 and combining characters are ordinary
/// characters.</summary>
public sealed class UnusualTextTests
{
    private static readonly string[] s_unpaired = ["\ud800", "a\udc00", "\udc00\ud800", "\ud83d\ude00\ud83d", "a\ud83d\ud83d\ude00"];

    /// <summary>For each parameter, a call that throws or returns false if it refuses the text.</summary>
    private static Dictionary<string, Func<string, bool>> Calls { get; } = new()
    {
        ["BlittableBuilder.WritePropertyName(name)"] = text => Built(builder =>
        {
            builder.WriteStartObject();
            builder.WritePropertyName(text);
        }),
        ["BlittableBuilder.WriteString(text)"] = text => Built(builder => builder.WriteString(text.AsSpan())) || Built(builder => builder.WriteString(text)),
        ["BlittableConverter.Convert(json)"] = text =>
        {
            using var converter = new BlittableConverter();
            return !converter.Convert($"\"{text}\"".AsSpan()).IsEmpty;
        },
        ["BlittableDocument.Parse(json)"] = text => BlittableDocument.Parse($"\"{text}\"") is not null,
        ["BlittableEditor.Rename(name)"] = text => Edited(editor => editor.Rename("$.a", text)),
        ["BlittableEditor.SetString(value)"] = text => Edited(editor => editor.SetString("$.a", text)) || Edited(editor => editor.SetString("$.a", text.AsSpan())),
        ["BlittableJsonPath.Parse(text)"] = text =>
            new[] { $"$['{text}']", $"$.{text}", $"$[?@.a=='{text}']", $"$[?match(@.a,'{text}')]" }.Any(query => Accepts(() => BlittableJsonPath.Parse(query))),
        ["BlittableJsonPath.TryParse(text)"] = text => BlittableJsonPath.TryParse($"$['{text}']", out _) || BlittableJsonPath.TryParse($"$[?@.a=='{text}']", out _),
        ["BlittableName.new(name)"] = text => new BlittableName(text) is not null,
        ["BlittableText.new(text)"] = text => new BlittableText(text) is not null,
        ["BlittablePath.Parse(text)"] = text => Accepts(() => BlittablePath.Parse($"$.{text}")) || BlittablePath.Parse($"$['{text}']") is not null,
        ["BlittablePath.TryParse(text)"] = text => BlittablePath.TryParse($"$['{text}']", out _) || BlittablePath.TryParse($"$.{text}", out _),
        ["BlittablePath.op_Implicit(text)"] = text => (BlittablePath)$"$['{text}']" is not null,
        ["BlittablePointer.Parse(text)"] = text => BlittablePointer.Parse($"/{text}") is not null,
        ["BlittablePointer.TryParse(text)"] = text => BlittablePointer.TryParse($"/{text}", out _),
        ["BlittablePointer.Append(name)"] = text => BlittablePointer.Root.Append(text) is not null,
        ["BlittableProperty.NameEquals(name)"] = text =>
        {
            using var document = Replacements();
            foreach (var property in document.Root.EnumerateObject())
            {
                if (property.NameEquals(text))
                {
                    return true;
                }
            }

            return false;
        },
        ["BlittableValue.GetProperty(name)"] = text => Replacements().Root.GetProperty(text).Kind != BlittableValueKind.Undefined,
        ["BlittableValue.TryGetProperty(name)"] = text => Replacements().Root.TryGetProperty(text, out _),
        ["BlittableValue.TextEquals(text)"] = text =>
        {
            using var document = Replacements();
            foreach (var property in document.Root.EnumerateObject())
            {
                if (property.Value.TextEquals(text))
                {
                    return true;
                }
            }

            return false;
        },
        ["Iso8601.TryParse(text)"] = text => Iso8601.TryParse($"2024-01-01{text}", out _, out _),
    };

    /// <summary>Parameters that are no text of a document, each with the reason.</summary>
    private static Dictionary<string, string> Exemptions { get; } = new()
    {
        ["BlittableContract.Ignore(member)"] = "the name of a member of a .NET type",
        ["BlittableContract.ShouldSerialize(member)"] = "the name of a member of a .NET type",
        ["BlittableException.new(message)"] = "a message for people",
    };

    [Fact]
    public void Each_public_parameter_that_accepts_a_text_has_a_case_or_a_reason()
    {
        var parameters = TextParameters.Of(typeof(BlittableValue).Assembly, "Blittable.Generated");
        Assert.Equal(Calls.Keys.Concat(Exemptions.Keys).Order(StringComparer.Ordinal), parameters);
    }

    [Fact]
    public void A_text_with_half_of_a_surrogate_pair_is_refused_or_not_found()
    {
        Assert.All(Calls, call => Assert.All(s_unpaired, text => Assert.False(Accepts(call.Value, text), $"{call.Key} accepts a text without a UTF-8 form.")));
    }

    /// <summary>A text is found by its own characters only: not by those before U+0000, in another normalization, or by characters that look alike.</summary>
    [Theory]
    [InlineData("a\0b", "a", "a\0", "ab", "a\0B")]
    [InlineData("\0", "", "\0\0", " ")]
    [InlineData("e\u0301", "\u00e9", "e")]
    [InlineData("\u00e9", "e\u0301", "\u00c9")]
    [InlineData("\u1e9b\u0323", "\u1e69", "\u017f\u0323\u0307")]
    [InlineData("\ufeffx", "x", "\ufffex")]
    [InlineData("i", "I", "\u0131", "\u0130")]
    public void Names_and_strings_are_compared_by_their_characters(string text, params string[] others)
    {
        foreach (var options in (BlittableOptions[])[BlittableOptions.Default, BlittableOptions.Balanced])
        {
            using var builder = new BlittableBuilder(options);
            builder.WriteStartObject();
            builder.WritePropertyName(text);
            builder.WriteString(text);
            builder.WriteEndObject();
            using var document = builder.ToDocument();
            Assert.Equal(text, document.Root.GetProperty(text).GetString());
            Assert.True(IsFound(document, text));
            Assert.All(others, other => Assert.False(IsFound(document, other), other));

            using var parsed = BlittableDocument.Parse(document.Root.ToJson(), options);
            Assert.True(BlittableValue.DeepEquals(document.Root, parsed.Root));
            using var editor = new BlittableEditor(document);
            editor.SetString(PathOf(text), "new");
            editor.Rename(PathOf(text), "renamed");
            Assert.All(others, other => Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => editor.Remove(PathOf(other))).Code));
            using var edited = editor.ToDocument();
            Assert.Equal("{\"renamed\":\"new\"}", edited.Root.ToJson());
        }
    }

    [Theory]
    [InlineData("2024-01-01\0")]
    [InlineData("\u0662\u0660\u0662\u0664-01-01")]
    [InlineData("2024\u201001\u201001")]
    public void A_date_has_no_other_characters(string text)
    {
        Assert.False(Iso8601.TryParse(text, out _, out _));
        Assert.False(Iso8601.TryParse(Encoding.UTF8.GetBytes(text), out _, out _));
        using var builder = new BlittableBuilder();
        builder.WriteString(text);
        using var document = builder.ToDocument();
        Assert.False(document.Root.TryGetDateOnly(out _));
        Assert.False(document.Root.IsDate);
        using var elements = BlittableDocument.Parse("[1,2]");
        Assert.False(BlittablePointer.Parse("/0\0").TryEvaluate(elements.Root, out _));
    }

    /// <summary>Determines whether a name and the string are found. All ways give the same answer.</summary>
    private static bool IsFound(BlittableDocument document, string text)
    {
        var root = document.Root;
        var isFound = root.TryGetProperty(text, out _);
        var json = JsonText(text);
        Assert.Equal(isFound, root.TryGetProperty(Encoding.UTF8.GetBytes(text), out _));
        Assert.Equal(isFound, root.TryGetProperty(new BlittableName(text), out _));
        Assert.Equal(isFound, PathOf(text).TryEvaluate(root, out _));
        Assert.Equal(isFound, BlittablePointer.Root.Append(text).TryEvaluate(root, out _));
        Assert.Equal(isFound, BlittableJsonPath.Parse($"$[{json}]").Evaluate(root).Count == 1);
        Assert.Equal(isFound, BlittableJsonPath.Parse($"$[?@=={json}]").Evaluate(root).Count == 1);
        foreach (var property in root.EnumerateObject())
        {
            Assert.Equal(isFound, property.NameEquals(text));
            Assert.Equal(isFound, property.Value.TextEquals(text));
            Assert.Equal(isFound, property.Value.Utf8Equals(Encoding.UTF8.GetBytes(text)));
        }

        return isFound;
    }

    private static BlittablePath PathOf(string name) => BlittablePath.Parse($"$[{JsonText(name)}]");

    private static string JsonText(string text)
    {
        using var builder = new BlittableBuilder();
        builder.WriteString(text);
        using var document = builder.ToDocument();
        return document.Root.ToJson();
    }

    private static bool Accepts(Func<string, bool> call, string text)
    {
        try
        {
            return call(text);
        }
        catch (Exception fault) when (fault is BlittableException or ArgumentException)
        {
            return false;
        }
    }

    private static bool Accepts(Action call) => Record.Exception(call) is null;

    private static bool Built(Action<BlittableBuilder> write)
    {
        using var builder = new BlittableBuilder();
        return Accepts(() => write(builder));
    }

    private static bool Edited(Action<BlittableEditor> edit)
    {
        using var document = BlittableDocument.Parse("{\"a\":1}");
        using var editor = new BlittableEditor(document);
        return Accepts(() => edit(editor));
    }

    /// <summary>Returns a document with the replacements of the unpaired texts, as names and as strings.</summary>
    private static BlittableDocument Replacements()
    {
        var texts = s_unpaired.Select(text => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)));
        return BlittableDocument.Parse($"{{{string.Join(',', texts.Select(text => $"\"{text}\":\"{text}\""))}}}");
    }
}
