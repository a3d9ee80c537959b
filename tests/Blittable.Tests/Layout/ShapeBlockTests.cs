using System.Text;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Writing;

namespace Blittable.Tests.Layout;

public class ShapeBlockTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(70_000)]
    public void Every_name_is_found_and_others_are_not(int count)
    {
        var names = Enumerable.Range(0, count).Select(i => $"name{i:x}").ToArray();
        foreach (var form in Enum.GetValues<BlockForm>())
        {
            var shape = ShapeBlock.Read(Write(names, form), 0);

            Assert.Equal(count, shape.Count);
            for (var i = 0; i < count; i++)
            {
                var name = Encoding.UTF8.GetBytes(names[i]);
                Assert.Equal(i, shape.Find(name));
                Assert.True(shape.Name(i).SequenceEqual(name));
            }

            Assert.Equal(-1, shape.Find(""u8));
            Assert.Equal(-1, shape.Find("nam"u8));
            Assert.Equal(-1, shape.Find("name"u8));
            Assert.Equal(-1, shape.Find("another"u8));
        }
    }

    /// <summary>Fingerprints cost a byte per name, so a compact block has them only from more names on.</summary>
    [Theory]
    [InlineData(ShapeBlockWriter.MaxPlain, false, false)]
    [InlineData(ShapeBlockWriter.MaxPlain + 1, false, true)]
    [InlineData(ShapeBlockWriter.MaxPlainCompact, true, false)]
    [InlineData(ShapeBlockWriter.MaxPlainCompact + 1, true, true)]
    public void A_block_of_many_names_has_fingerprints(int count, bool isCompact, bool hasFingerprints)
    {
        var names = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(10, count)));
        int[] ends = [.. Enumerable.Range(1, count).Select(i => 2 * i)];
        var block = new byte[ShapeBlockWriter.MaxLength(names.Length, count)];

        var length = ShapeBlockWriter.Write(block, names, ends, isCompact);

        Assert.Equal(hasFingerprints, (block[0] & ShapeBlock.HasFingerprints) != 0);
        Assert.Equal(2 + count + names.Length + (hasFingerprints ? count : 0), length);
        Assert.Equal(count - 1, ShapeBlock.Read(block.AsSpan(0, length), 0).Find(Encoding.UTF8.GetBytes($"{9 + count}")));
    }

    [Theory]
    [InlineData(4)]
    [InlineData(40)]
    [InlineData(100)]
    public void A_lookup_finds_the_last_of_several_equal_names(int count)
    {
        var names = Enumerable.Range(0, count).Select(i => i % 3 == 0 ? "same" : $"name{i:x}").ToArray();
        foreach (var form in Enum.GetValues<BlockForm>())
        {
            var shape = ShapeBlock.Read(Write(names, form), 0);

            Assert.Equal(Array.LastIndexOf(names, "same"), shape.Find("same"u8));
            Assert.NotEqual(0, shape.Flags & ShapeBlock.HasDuplicates);
        }
    }

    [Fact]
    public void Names_with_equal_fingerprints_are_distinguished()
    {
        // A fingerprint depends on the length and on the first, middle and last byte.
        var names = Enumerable.Range(0, 50).Select(i => $"a{(char)('A' + (i % 25))}{(char)('a' + (i / 25))}xyza").ToArray();
        Assert.Single(names.Select(name => ShapeBlock.Fingerprint(Encoding.UTF8.GetBytes(name))).Distinct());
        var shape = ShapeBlock.Read(Write(names, BlockForm.Fast), 0);

        for (var i = 0; i < names.Length; i++)
        {
            Assert.Equal(i, shape.Find(Encoding.UTF8.GetBytes(names[i])));
        }
    }

    [Theory]
    [InlineData(new byte[] { })]
    [InlineData(new byte[] { 0x00 })] // no count
    [InlineData(new byte[] { 0x00, 0x00 })] // no names
    [InlineData(new byte[] { 0x03, 0x01, 0x00, 0x00, 0x00, 0x00 })] // an invalid size of ends
    [InlineData(new byte[] { 0x40, 0x01, 0x00 })] // a reserved flag
    [InlineData(new byte[] { 0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0x00 })] // 2^30 names: four times that is 2^32
    [InlineData(new byte[] { 0x0C, 0x05, 0x00, 0x00 })] // 5 names in 2 bytes
    public void A_block_with_an_invalid_header_is_refused(byte[] block) =>
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => ShapeBlock.Read(block, 0)).Code);

    [Theory]
    [InlineData(new byte[] { 0x00, 0x02, 0x02, 0x01, 0x61, 0x62 })] // the second name ends before the first
    [InlineData(new byte[] { 0x00, 0x02, 0x01, 0x09, 0x61, 0x62 })] // the second name ends after the document
    [InlineData(new byte[] { 0x08, 0x02, 0x07, 0x07, 0x01, 0x02, 0x61, 0x62 })] // an index larger than the names
    public void Invalid_names_are_refused_when_they_are_read(byte[] block) =>
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() =>
        {
            var shape = ShapeBlock.Read(block, 0);
            shape.Find("q"u8);
            shape.Name(1);
        }).Code);

    /// <summary>The options with which a block is written.</summary>
    internal enum BlockForm
    {
        Fast,
        Compact,
    }

    internal static byte[] Write(string[] names, BlockForm form)
    {
        var text = new List<byte>();
        var ends = new int[names.Length];
        for (var i = 0; i < names.Length; i++)
        {
            text.AddRange(Encoding.UTF8.GetBytes(names[i]));
            ends[i] = text.Count;
        }

        var block = new byte[ShapeBlockWriter.MaxLength(text.Count, names.Length)];
        var length = ShapeBlockWriter.Write(block, text.ToArray(), ends, form == BlockForm.Compact);
        return block[..length];
    }
}
