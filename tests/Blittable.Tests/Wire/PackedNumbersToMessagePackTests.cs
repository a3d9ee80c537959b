using Blittable.Tests.Reading;

namespace Blittable.Tests.Wire;

[Trait(Category.Name, Category.Vector)]
public class PackedNumbersToMessagePackTests
{
    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    [Theory]
    [MemberData(nameof(NumberArrayLayoutTests.Arrays), MemberType = typeof(NumberArrayLayoutTests))]
    public void Number_arrays_become_the_same_MessagePack_as_single_numbers(string json)
    {
        json = $$"""{"x":{{json}},"y":1}""";
        using var packed = BlittableDocument.Parse(json, Disk);
        using var plain = BlittableDocument.Parse(json);
        Assert.Equal(Convert.ToHexString(BlittableMessagePack.ToArray(plain.Root)), Convert.ToHexString(BlittableMessagePack.ToArray(packed.Root)));

        var output = new StingyWriter();
        BlittableMessagePack.Write(packed.Root, output);
        Assert.Equal(Convert.ToHexString(BlittableMessagePack.ToArray(plain.Root)), Convert.ToHexString(output.Written));

        var element = BlittableMessagePack.ToArray(packed.Root.GetProperty("x")[1]);
        Assert.Equal(Convert.ToHexString(BlittableMessagePack.ToArray(plain.Root.GetProperty("x")[1])), Convert.ToHexString(element));
    }

    [Theory]
    [MemberData(nameof(NumberArrayLayoutTests.Arrays), MemberType = typeof(NumberArrayLayoutTests))]
    public void Number_arrays_read_from_MessagePack_round_trip(string json)
    {
        using var plain = BlittableDocument.Parse(json);
        var format = BlittableMessagePack.ToArray(plain.Root);
        using var document = BlittableMessagePack.ToDocument(format, Disk);
        document.Validate();
        Assert.Equal(Convert.ToHexString(format), Convert.ToHexString(BlittableMessagePack.ToArray(document.Root)));
    }
}
