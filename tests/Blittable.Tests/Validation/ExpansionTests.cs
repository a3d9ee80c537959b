using System.Buffers;
using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Validation;

/// <summary>The expanded size of documents with shared values, which is measured bottom-up and bounded.</summary>
public sealed class ExpansionTests
{
    /// <summary>
    /// A string, an array that contains it twice, an array that contains that array twice, and so on: 2^40 strings for a depth of 40.
    /// <code>
    /// 41 78         "x"
    /// B8 02 02 02   an array of two, both 2 bytes back
    /// B8 02 04 04   39 times: an array of two, both 4 bytes back
    /// </code>
    /// </summary>
    private static byte[] Bomb(uint recorded, int depth = 40)
    {
        var bytes = new List<byte> { 0x41, 0x78, 0xB8, 2, 2, 2 };
        for (var i = 1; i < depth; i++)
        {
            bytes.AddRange([0xB8, 2, 4, 4]);
        }

        var root = bytes.Count - 4;
        return Finish(bytes, root, (uint)depth, recorded);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(63)] // 6 * 2^63 - 3 bytes, which overflow to -3 in 64 bits
    [InlineData(100)]
    public void Validation_refuses_a_decompression_bomb_without_rendering_it(int depth)
    {
        var error = Assert.Throws<BlittableException>(() => BlittableDocument.Open(Bomb(uint.MaxValue, depth)).Validate());
        Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
    }

    [Fact]
    public void Refusing_a_decompression_bomb_needs_less_than_a_megabyte()
    {
        var bomb = Bomb(uint.MaxValue);
        Refuse(bomb);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Refuse(bomb);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void A_shared_wide_number_costs_MessagePack_one_comparison()
    {
        // A decimal of 211 fraction digits, and arrays that refer to it 2^20 times. A comparison per reference would allocate 2 KB each.
        var bytes = new List<byte> { 0xDE, 211, 1, 2, 3, 4, 5, 6, 7, 8, 0xB8, 2, 10, 10 };
        for (var i = 0; i < 19; i++)
        {
            bytes.AddRange([0xB8, 2, 4, 4]);
        }

        var bomb = Finish(bytes, bytes.Count - 4, depth: 20, uint.MaxValue);
        var options = new BlittableMessagePackOptions { Numbers = BlittableMessagePackNumbers.Nearest };
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(BlittableValue.Open(bomb), options));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Theory]
    [InlineData(100, true)]
    [InlineData(33, false)]
    public void Validation_accepts_a_limit(long limit, bool passes)
    {
        using var document = BlittableDocument.Parse("""["some text","some text","some text"]""", new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 });
        Assert.NotEqual(0, document.Bytes.Span[^1] & Trailer.Shared);
        if (passes)
        {
            document.Validate(limit);
        }
        else
        {
            Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => document.Validate(limit)).Code);
        }
    }

    [Theory]
    [InlineData("""["é\"\\\n\u0001 text","é\"\\\n\u0001 text",[1.5,-2e10,true],[1.5,-2e10,true],{"na\"me":null,"b":false},{"na\"me":null,"b":false}]""")]
    [InlineData("""[{"when":"2024-05-06T07:08:09.25Z","x":12345678901,"empty":[],"none":{}},{"when":"2024-05-06T07:08:09.25Z","x":12345678901,"empty":[],"none":{}}]""")]
    [InlineData("""[[1,2,3,4,5,6,7,8,9,10],[1,2,3,4,5,6,7,8,9,10],"https://example.org/some/long/path/one","https://example.org/some/long/path/two","1234567890123","1234567890123"]""")]
    [InlineData("""["a string that is shared","a string that is shared",[1,2,3,4,5,6,7,8,9,10],[11,12,13,14,15,16,17,18,19,20],[0.5,1.25,2.5,3.5,4.5,5.5,6.5,7.5,8.5]]""")]
    public void The_recorded_length_is_the_actual_length(string json)
    {
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 });
        var bytes = document.Bytes.ToArray();
        var trailer = Trailer.Read(bytes);
        Assert.NotEqual(0, trailer.Flags & Trailer.Shared);
        var text = Encoding.UTF8.GetByteCount(document.Root.ToJson());
        document.Validate(text);
        Assert.Throws<BlittableException>(() => document.Validate(text - 1));
    }

    /// <summary>Short documents, in which the validator measures each value individually.</summary>
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Every_kind_of_value_is_measured_to_the_byte(BlittableMode mode)
    {
        string[] values =
        [
            "0", "9", "10", "63", "64", "-1", "-0", "-300", "12345678901", "0.25", "-2e10", "1.50", "1E400", "123456789012345678901234567890", "true", "false", "null",
            "[]", "{}", "\"\"", "\"plain\"", "\"q\\\"\\n\\u0001\"", "\"é€😀\"", "\"2024-05-06\"", "\"2024-05-06T07:08:09.250+02:00\"", "\"2024-05-06 07:08:09\"",
            "[1,2,3,4,5,6,7,8,9,10,11,12]", "[0.5,1.25,2.0,3.5,4.5,5.5,6.5,7.5,8.5]", "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]]", "{\"a\":1,\"b\":[{\"a\":2}]}",
            "[\"the same text\",\"the same text\",\"the same text and more\"]", "[\"0123456789abcdef0123456789abcdef\",\"0123456789abcdef0123456789abcdee\"]",
        ];
        Assert.All(values, value =>
        {
            using var document = BlittableDocument.Parse(value, new BlittableOptions { Mode = mode, NanosecondsPerByte = 1000 });
            Assert.Equal(value, document.Root.ToJson());
            var length = Encoding.UTF8.GetByteCount(value);
            document.Validate(length);
            Assert.Throws<BlittableException>(() => document.Validate(length - 1));
        });
    }

    [Fact]
    public void Strings_of_a_dictionary_are_measured_at_each_reference()
    {
        string[] texts = ["returned to \\\"sender\\\"", "shipped by rail", "paid in advance"];
        var documents = Enumerable.Range(0, 60).Select(i => $$"""{"id":{{i}},"state":"{{texts[i % 3]}}","before":"{{texts[(i + 1) % 3]}}"}""").ToArray();
        var dictionary = BlittableDictionary.Train(
            documents.Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(text)), new BlittableTrainingOptions { FrequentStrings = true });
        var json = $$"""[{"id":1,"state":"{{texts[0]}}"},{"id":2,"state":"{{texts[0]}}"},{"id":3,"state":"{{texts[1]}}"}]""";
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });
        Assert.Equal(json, document.Root.ToJson());

        document.Validate(json.Length);
        Assert.Throws<BlittableException>(() => document.Validate(json.Length - 1));
    }

    /// <summary>A matrix of numbers is two containers deep; a list of numbers is one container deep.</summary>
    [Theory]
    [InlineData("[1,2,3,4,5,6,7,8,9,10,11,12]", 1)]
    [InlineData("[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]]", 2)]
    public void Number_arrays_have_the_depth_of_their_text(string numbers, byte depth)
    {
        var json = $$"""{"a":"a string that is shared","b":"a string that is shared","c":{{numbers}}}""";
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 });
        var bytes = document.Bytes.ToArray();
        var recorded = Trailer.Read(bytes).SymbolTable - 1;
        Assert.Equal(depth + 1, bytes[recorded]);
        document.Validate();

        bytes[recorded]--;
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes).Validate()).Code);
    }

    [Theory]
    [InlineData(new byte[] { 0xB8, 0x00, 0x02, 0x01 })] // an empty array with slots
    [InlineData(new byte[] { 0x01, 0xB8, 0x02, 0x01, 0x01, 0x04, 0x01 })] // both slots refer to byte 0, without the flag of shared values
    public void Structural_errors_are_refused(byte[] document)
    {
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableDocument.Open(document).Validate()).Code);
    }

    private static void Refuse(byte[] bomb)
    {
        using var document = BlittableDocument.Open(bomb);
        Assert.Throws<BlittableException>(document.Validate);
        Assert.Throws<BlittableException>(() => document.GetStatistics());
        Assert.Throws<BlittableException>(() => document.Root.ToJson());
        var output = new ArrayBufferWriter<byte>();
        Assert.Throws<BlittableException>(() => BlittableMessagePack.Write(document.Root, output));
    }

    /// <summary>Appends a trailer with the limits of a document with shared values.</summary>
    private static byte[] Finish(List<byte> values, int root, uint depth, uint expanded)
    {
        Span<byte> varint = stackalloc byte[Varint.MaxLength];
        foreach (var limit in (uint[])[expanded, depth])
        {
            values.AddRange(varint[..Varint.WriteBackward(varint, limit)]);
        }

        values.AddRange(varint[..Varint.WriteBackward(varint, (uint)(values.Count - root))]);
        values.Add(Trailer.Version | Trailer.Shared);
        return [.. values];
    }
}
