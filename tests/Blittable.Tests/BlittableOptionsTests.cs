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
    public void What_means_nothing_is_refused_by_the_option_it_was_meant_for()
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
    public void Containers_are_nested_up_to_the_depth(int depth, string allowed, string refused)
    {
        var options = new BlittableOptions { MaxDepth = depth };
        Assert.Equal(allowed.Replace(" ", ""), BlittableDocument.Parse(allowed, options).Root.ToJson());
        Assert.Equal(BlittableErrorCode.TrailingCharacters, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(allowed + ",", options)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(refused, options)).Code);
    }
}
