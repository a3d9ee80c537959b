namespace Blittable.Tests;

public class BlittableOptionsTests
{
    [Fact]
    public void A_negative_depth_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new BlittableOptions { MaxDepth = -1 });
        Assert.Throws<ArgumentOutOfRangeException>(() => BlittableOptions.Balanced with { MaxDepth = int.MinValue });
    }

    [Fact]
    public void An_invalid_option_value_is_refused_and_the_option_is_named()
    {
        Refuses("Mode", () => new BlittableOptions { Mode = (BlittableMode)2 });
        Refuses("StringCompression", () => BlittableOptions.Balanced with { StringCompression = (StringCompression)(-1) });
        Refuses("MaxExpandedBytes", () => new BlittableJsonOptions { MaxExpandedBytes = -1 });
        Refuses("NotJson", () => new BlittableJsonOptions { NotJson = (BlittableNotJson)3 });
        Refuses("MaxExpandedBytes", () => new BlittableMessagePackOptions { MaxExpandedBytes = -1 });
        Refuses("Dates", () => new BlittableMessagePackOptions { Dates = (BlittableMessagePackDates)3 });
        Refuses("Numbers", () => new BlittableMessagePackOptions { Numbers = (BlittableMessagePackNumbers)3 });
        Refuses("MinSightings", () => new BlittableTrainingOptions { MinSightings = -1 });
        Refuses("MaxShapes", () => new BlittableTrainingOptions { MaxShapes = -1 });
        Refuses("MaxStrings", () => new BlittableTrainingOptions { MaxStrings = -1 });

        static void Refuses(string option, Func<object> create) => Assert.Equal(option, Assert.Throws<ArgumentOutOfRangeException>(create).ParamName);
    }

    [Theory]
    [InlineData(0, "[]", "[1]")]
    [InlineData(1, "[{}]", "[[1]]")]
    [InlineData(2, """{"a":[[ ],1]}""", """{"a":[[],[""]]}""")]
    public void Containers_nest_up_to_the_maximum_depth(int depth, string allowed, string refused)
    {
        var options = new BlittableOptions { MaxDepth = depth };
        Assert.Equal(allowed.Replace(" ", ""), BlittableDocument.Parse(allowed, options).Root.ToJson());
        Assert.Equal(BlittableErrorCode.TrailingCharacters, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(allowed + ",", options)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(refused, options)).Code);
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Objects_with_duplicate_names_are_refused_if_the_options_say_so(BlittableMode mode)
    {
        const string twice = """[{"a":1,"b":2},{"a":1,"b":2,"a":3}]""";
        var strict = new BlittableOptions { Mode = mode, AllowDuplicateProperties = false };
        using var converter = new BlittableConverter(strict);
        var many = $"{{{string.Join(',', Enumerable.Range(0, 600).Select(i => $"\"name {i}\":{i}"))},\"name 7\":0}}";

        for (var turn = 0; turn < 3; turn++)
        {
            Refuses(() => converter.Convert(twice.AsSpan()), "'a'");
            Refuses(() => converter.Convert(many.AsSpan()), "'name 7'");
            converter.Convert("""[{"a":{"a":1}},{"a":1}]"""u8);
        }

        using var document = BlittableDocument.Parse(twice, new BlittableOptions { Mode = mode });
        using var builder = new BlittableBuilder(strict);
        Refuses(() => builder.WriteValue(document.Root), "'a'");
        using var editor = new BlittableEditor(document, strict);
        Refuses(() => editor.Rename("$[0].b", "a"), "'a'");
        Assert.Equal(twice, editor.ToDocument().Root.ToJson());

        var dictionary = BlittableDictionary.Train(Enumerable.Repeat<ReadOnlyMemory<byte>>(System.Text.Encoding.UTF8.GetBytes(twice), 20));
        using var shared = new BlittableConverter(strict with { Dictionary = dictionary });
        Refuses(() => shared.Convert(twice.AsSpan()), "'a'");

        static void Refuses(Action call, string name)
        {
            var fault = Assert.Throws<BlittableException>(call);
            Assert.Equal(BlittableErrorCode.DuplicateName, fault.Code);
            Assert.Contains(name, fault.Message, StringComparison.Ordinal);
        }
    }
}
