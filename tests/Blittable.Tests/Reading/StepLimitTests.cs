namespace Blittable.Tests.Reading;

/// <summary>Ten bytes can represent an array of 2^28 elements. Visiting all descendants stops after as many values as the text limit has bytes.</summary>
public sealed class StepLimitTests
{
    /// <summary>The document without its first byte, which is the element that the array has 268,435,455 times.</summary>
    private static readonly byte[] ManyTimes =
    [
        0xBB, 0xFF, 0xFF, 0xFF, 0x7F, // an array without slots, and its count
        0x01, 0x00,                   // the last element 1 byte back, a stride of 0
        0x07, 0x01,                   // the root starts 7 bytes before this byte; version 1
    ];

    public static TheoryData<byte> Elements =>
    [
        0x07, // the number 7
        0x41, // a string of 1 byte, which is the array's tag
        0xA0, // null
        0xA3, // an empty array, which contains no number
    ];

    [Theory]
    [MemberData(nameof(Elements))]
    public void An_array_of_one_repeated_value_is_compared_and_hashed_by_its_bytes(byte element)
    {
        byte[] bytes = [element, .. ManyTimes];
        byte[] others = [0x05, .. ManyTimes];
        using var document = BlittableDocument.Open(bytes);
        using var copy = BlittableDocument.Open(bytes.ToArray());
        using var other = BlittableDocument.Open(others);

        Assert.True(BlittableValue.DeepEquals(document.Root, copy.Root));
        Assert.False(BlittableValue.DeepEquals(document.Root, other.Root));
        Assert.Equal(0, BlittableValue.DeepCompare(document.Root, copy.Root));
        Assert.Equal(document.Root.GetDeepHashCode(), copy.Root.GetDeepHashCode());
        Assert.Equal(BlittableDocumentComparer.Instance.GetHashCode(document), document.Root.GetDeepHashCode());
    }

    [Theory]
    [MemberData(nameof(Elements))]
    public void Operations_that_visit_an_array_of_one_repeated_value_are_refused(byte element)
    {
        using var document = BlittableDocument.Open((byte[])[element, .. ManyTimes]);

        Refuses(() => BlittableJsonPath.Parse("$[*]").Evaluate(document.Root));
        Refuses(() =>
        {
            using var editor = new BlittableEditor(document);
            editor.Append("$", "1"u8);
        });
    }

    /// <summary>Three million equal rows written by a converter, changed by an attacker to 268 million.</summary>
    [Fact]
    public void A_copy_of_an_array_of_one_repeated_value_is_as_short_as_the_original()
    {
        var bytes = Convert.FromHexString(
            "01" + "486162636465666768" // the number 1, and a string of 8 bytes
            + "B8020A09"                // an array of both
            + "BBFFFFFF7F0400"          // an array that contains it 268,435,455 times
            + "15BACAC1020C21");        // recorded: 45,000,001 bytes of text, 2 levels; the root; version 1, Shared
        using var document = BlittableDocument.Open(bytes);

        using var builder = new BlittableBuilder();
        builder.WriteValue(document.Root);
        using var built = builder.ToDocument();
        using var editor = new BlittableEditor(document);
        using var compact = editor.Compact();
        using var clone = document.Root.Clone();
        foreach (var copy in (BlittableDocument[])[built, compact, clone])
        {
            Assert.InRange(copy.Bytes.Length, 10, 60);
            Assert.True(BlittableValue.DeepEquals(document.Root, copy.Root));
            Refuses(() => copy.Root.ToJson());
        }
    }

    [Fact]
    public void Copying_numbers_that_do_not_fit_stops_early()
    {
        using var document = BlittableDocument.Open((byte[])[0x07, .. ManyTimes]);
        Assert.False(document.Root.TryCopyNumbers(new double[4], out _));
        Refuses(() => document.Root.CopyNumbers(new double[4]));
        Refuses(() => document.Root.CopyNumbers(new long[4]));
    }

    [Fact]
    public void Copying_rows_without_numbers_stops_early()
    {
        using var document = BlittableDocument.Open((byte[])[0xA3, .. ManyTimes]);
        Refuses(() => document.Root.TryCopyNumbers(new double[4], out _));
        Refuses(() => document.Root.CopyNumbers(new long[4]));
    }

    private static void Refuses(Action action) =>
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(action).Code);
}
