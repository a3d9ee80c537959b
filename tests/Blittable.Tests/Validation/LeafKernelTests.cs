using System.Text;
using Blittable.Layout;
using Blittable.Tests.Reading;
using Blittable.Validation;

namespace Blittable.Tests.Validation;

/// <summary>The kernel that skips leaves accepts nothing that the validator refuses when it examines each value.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class LeafKernelTests
{
    /// <summary>More bytes than the kernel reads at a tag. Each is the integer 0.</summary>
    private const int Padding = 70;

    private static readonly byte[] Characters = [.. "0019.-+eE\"\\"u8, 0x00, 0x1F, 0x20, 0x7F, 0x80, 0xC3, 0xBC, 0xFF];

    [Theory]
    [InlineData("00")] //                 integer 0
    [InlineData("3F")] //                 integer 63
    [InlineData("40")] //                 an empty string
    [InlineData("43 61 62 63")] //        "abc"
    [InlineData("42 C3 BC")] //           "ü"
    [InlineData("83 31 2E 35")] //        number text 1.5
    [InlineData("84 2D 30 2E 35")] //     number text -0.5
    [InlineData("A0")] //                 null
    [InlineData("AA 70 11 01")] //        integer 70000
    [InlineData("AE 01")] //              integer -1
    [InlineData("B5 00 00 00 00 00 00 F8 3F")] // float64 1.5
    [InlineData("D5 C4 09")] //           decimal 12.50
    public void A_valid_leaf_is_skipped(string hex)
    {
        var leaf = Convert.FromHexString(hex.Replace(" ", ""));
        Assert.Equal(LeafKernel.IsSupported, IsPassed(leaf));
    }

    [Theory]
    [InlineData("42 C3 28")] //           a string that is not UTF-8
    [InlineData("80")] //                 an empty number text
    [InlineData("82 30 31")] //           number text 01
    [InlineData("82 31 2E")] //           number text 1.
    [InlineData("82 2E 35")] //           number text .5
    [InlineData("81 2D")] //              number text -
    [InlineData("85 31 2E 32 2E 33")] //  number text 1.2.3
    [InlineData("83 31 2D 32")] //        number text 1-2
    [InlineData("83 31 65 35")] //        number text 1e5, which the validator examines
    [InlineData("AE 00")] //              integer -0
    [InlineData("FF")] //                 an unassigned tag
    public void Any_other_leaf_is_left_to_the_validator(string hex) => Assert.False(IsPassed(Convert.FromHexString(hex.Replace(" ", ""))));

    [Fact]
    public void A_skipped_leaf_is_valid()
    {
        var random = new Random(26);
        var passed = 0;
        for (var round = 0; round < 100_000; round++)
        {
            var leaf = new byte[1 + random.Next(40)];
            leaf[0] = random.Next(3) == 0 ? (byte)random.Next(256) : (byte)(0x40 * random.Next(1, 3) + leaf.Length - 1);
            for (var i = 1; i < leaf.Length; i++)
            {
                leaf[i] = random.Next(3) == 0 ? Characters[random.Next(Characters.Length)] : (byte)('0' + random.Next(10));
            }

            if (IsPassed(leaf))
            {
                passed++;
                BlittableDocument.Open(DocumentBytes.Of(leaf)).Validate();
            }
        }

        Assert.Equal(LeafKernel.IsSupported, passed > 10_000);
    }

    /// <summary>The kernel validates several strings at once, so an invalid string must be noticed in any position: first, last, after and before other leaves.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_kernel_stops_at_or_before_the_first_string_that_is_not_UTF_8(bool isMeasured)
    {
        byte[][] leaves = [[0x05], [Tag.Null], [0x43, .. "abc"u8], [0x42, .. "ü"u8], [0x40], [0xD5, 0xC4, 0x09]];
        byte[][] invalid = [[0x42, 0xC3, 0x28], [0x41, 0xC3], [0x43, 0x61, 0x62, 0xFF]];
        var random = new Random(28);
        for (var round = 0; round < 20_000; round++)
        {
            byte[] valid = [.. Draw(leaves)];
            byte[] values = [.. valid, .. invalid[random.Next(invalid.Length)], .. Draw(leaves), .. new byte[Padding]];
            var starts = new ulong[(values.Length >> 6) + 1];

            using var expanded = new ExpandedValues(values.Length);

            var end = isMeasured ? LeafKernel.Pass(values, 0, starts, expanded) : LeafKernel.Pass(values, 0, starts);

            Assert.InRange(end, 0, valid.Length);
        }

        IEnumerable<byte> Draw(byte[][] from) => Enumerable.Range(0, random.Next(4)).SelectMany(_ => from[random.Next(from.Length)]).ToArray();
    }

    [Fact]
    public void AreValues_determines_whether_all_slots_refer_to_values()
    {
        var random = new Random(27);
        for (var round = 0; round < 20_000; round++)
        {
            var address = random.Next(1, 1000);
            var (starts, used) = (new ulong[(address >> 6) + 1], new ulong[(address >> 6) + 1]);
            for (var start = 0; start < address; start++)
            {
                starts[start >> 6] |= random.Next(3) == 0 ? 0 : 1UL << start;
            }

            var distances = Enumerable.Range(0, random.Next(1, 5)).Select(_ => random.Next(random.Next(20) == 0 ? 1010 : Math.Min(address, 255) + 1)).ToArray();
            bool IsValue(int distance) => distance > 0 && distance <= address && (starts[(address - distance) >> 6] >> (address - distance) & 1) != 0;
            var slots = distances.SelectMany(distance => BitConverter.GetBytes((ushort)distance)).ToArray();

            var isUsedTwice = false;
            Assert.Equal(distances.All(IsValue), LeafKernel.AreValues<ushort>(slots, address, starts, used, ref isUsedTwice));
            if (distances.All(IsValue))
            {
                Assert.Equal(distances.Distinct().Count() != distances.Length, isUsedTwice);
                Assert.All(distances, distance => Assert.NotEqual(0UL, used[(address - distance) >> 6] >> (address - distance) & 1));
            }
        }
    }

    [Fact]
    public void The_measured_length_of_leaves_equals_the_rendered_length()
    {
        // Long enough for the kernel, with every kind of leaf, in a document with shared values.
        var values = string.Join(',', Enumerable.Range(0, 200).Select(i => $"{i % 70},\"plain {i % 9}\",\"q\\\"{i % 5}\",null,true,false,{i}.25,\"ü\""));
        using var document = BlittableDocument.Parse($"[{values}]", new BlittableOptions { Mode = BlittableMode.Disk });
        var text = Encoding.UTF8.GetByteCount(document.Root.ToJson());
        document.Validate(text);
        Assert.Throws<BlittableException>(() => document.Validate(text - 1));
    }

    /// <summary>Short strings are as long as 63 bytes. The last byte can be invalid, or a character that JSON escapes.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(62)]
    [InlineData(63)]
    public void Strings_of_every_length_are_validated_and_measured_to_their_last_byte(int length)
    {
        const uint quotes = 2, others = 4;
        AssertValid(Document('a', (uint)length + quotes + others), isValid: true);
        AssertValid(Document('a', (uint)length + quotes + others - 1), isValid: false);
        AssertValid(Document('\n', (uint)length + 1 + quotes + others), isValid: true);
        AssertValid(Document('\n', (uint)length + quotes + others), isValid: false);
        AssertValid(Document((char)0x80, (uint)length + quotes + others), isValid: false);

        // The array ["...",0].
        byte[] Document(char last, uint recorded)
        {
            var document = new DocumentBytes();
            document.Add([(byte)(0x40 + length), .. Enumerable.Repeat((byte)'a', length - 1), (byte)last]);
            document.Add(new byte[Padding]);
            var root = document.Add(Tag.Array, 0x02, (byte)(1 + length + Padding), 0x01);
            return document.FinishShared(root, recorded, depth: 1);
        }

        static void AssertValid(byte[] document, bool isValid) =>
            Assert.Equal(isValid, Record.Exception(BlittableDocument.Open(document).Validate) is not BlittableException);
    }

    /// <summary>Determines whether the kernel skips a leaf and finds its end.</summary>
    private static bool IsPassed(byte[] leaf)
    {
        if (!LeafKernel.IsSupported)
        {
            return false;
        }

        byte[] values = [.. leaf, .. new byte[Padding]];
        var starts = new ulong[(values.Length >> 6) + 1];
        if (LeafKernel.Pass(values, 0, starts) == 0)
        {
            return false;
        }

        var next = Enumerable.Range(1, values.Length).FirstOrDefault(at => (starts[at >> 6] >> at & 1) != 0);
        return next == leaf.Length;
    }
}
