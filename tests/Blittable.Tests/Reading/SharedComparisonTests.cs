using Blittable.Layout;

namespace Blittable.Tests.Reading;

/// <summary>Memory for comparing and hashing documents with shared values is proportional to their bytes.</summary>
public sealed class SharedComparisonTests
{
    private static readonly BlittableOptions Sharing = new() { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 };

    [Fact]
    public void Twice_as_many_shared_rows_need_twice_the_memory()
    {
        var costs = new List<long>();
        foreach (var count in (int[])[100, 1_000, 2_000])
        {
            byte[] left = Columns(count), right = Rows(count);
            BlittableDocument.Open(left).Validate();
            BlittableDocument.Open(right).Validate();
            var before = GC.GetAllocatedBytesForCurrentThread();
            Assert.True(BlittableValue.DeepEquals(BlittableValue.Open(left), BlittableValue.Open(right)));
            Assert.True(BlittableValue.DeepEquals(BlittableValue.Open(right), BlittableValue.Open(left)));
            Assert.Equal(0, BlittableValue.DeepCompare(BlittableValue.Open(left), BlittableValue.Open(right)));
            Assert.Equal(BlittableValue.Open(left).GetDeepHashCode(), BlittableValue.Open(right).GetDeepHashCode());
            costs.Add(GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.InRange(costs[2], 0, 2.3 * costs[1]);
        Assert.InRange(costs[2], 0, 8_000_000);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Shared_values_compare_and_hash_like_their_copies(int seed)
    {
        var texts = new Json.RandomJson(seed);
        var random = new Random(seed);
        for (var i = 0; i < 100; i++)
        {
            string[] parts = [texts.Next().Minified, texts.Next().Minified, $"[{string.Join(',', Enumerable.Repeat("\"the same text\"", random.Next(40)))}]"];
            string Part() => parts[random.Next(parts.Length)];
            string Whole() =>
                $$"""{"a":[{{Part()}},{{Part()}},{{Part()}}],"d":[{{string.Join(',', Enumerable.Repeat(Part(), random.Next(1, 20)))}}],"b":{"c":{{Part()}}} }""";
            var (first, second) = (Whole(), random.Next(3) == 0 ? Whole() : null);
            second ??= first;
            using var shared = BlittableDocument.Parse(first, BlittableOptions.Balanced);
            using var sharedOther = BlittableDocument.Parse(second, BlittableOptions.Balanced);
            using var plain = BlittableDocument.Parse(first);
            using var plainOther = BlittableDocument.Parse(second);
            var order = Math.Sign(BlittableValue.DeepCompare(plain.Root, plainOther.Root));
            foreach (var (left, right) in new[] { (shared, sharedOther), (shared, plainOther), (plain, sharedOther) })
            {
                Assert.Equal(order, Math.Sign(BlittableValue.DeepCompare(left.Root, right.Root)));
                Assert.Equal(-order, Math.Sign(BlittableValue.DeepCompare(right.Root, left.Root)));
                Assert.Equal(order == 0, BlittableValue.DeepEquals(left.Root, right.Root));
            }

            Assert.Equal(plain.Root.GetDeepHashCode(), shared.Root.GetDeepHashCode());
        }
    }

    /// <summary>The elements of a number array have one address, and are therefore no shared values.</summary>
    [Fact]
    public void Numbers_of_a_number_array_are_compared_one_by_one_with_shared_long_numbers()
    {
        const int zeros = 100, length = zeros + 2;
        var bytes = new DocumentBytes();
        bytes.Add([Tag.NumberText, length, .. "1."u8, .. Enumerable.Repeat((byte)'0', zeros)]);
        var root = bytes.Add([Tag.Array, 12, .. Enumerable.Repeat((byte)(length + 2), 12)]);
        using var longs = BlittableDocument.Open(bytes.FinishShared(root, (12 * (length + 1)) + 1, depth: 1));
        longs.Validate();
        using var packed = BlittableDocument.Parse("[1,2,1,1,1,1,1,1,1,1,1,1]", Sharing);
        Assert.True(packed.Root[1].Address < 0);

        Assert.False(BlittableValue.DeepEquals(packed.Root, longs.Root));
        Assert.False(BlittableValue.DeepEquals(longs.Root, packed.Root));
        Assert.Equal(1, Math.Sign(BlittableValue.DeepCompare(packed.Root, longs.Root)));
        Assert.Equal(-1, Math.Sign(BlittableValue.DeepCompare(longs.Root, packed.Root)));
    }

    /// <summary>The rows of a number matrix have one address, and are therefore no shared values.</summary>
    [Fact]
    public void Rows_of_a_number_matrix_are_hashed_one_by_one_in_a_document_with_shared_values()
    {
        const string text = "\"a text of more than a few bytes\"";
        var rows = string.Join(',', Enumerable.Range(0, 12).Select(i => $"[{i},{2 * i},{3 * i},{4 * i}]"));
        using var shared = BlittableDocument.Parse($"[{text},{text},[{rows}]]", Sharing);
        using var plain = BlittableDocument.Parse($"[{text},{text},[{rows}]]");
        Assert.NotEqual(0, shared.Bytes.Span[^1] & Trailer.Shared);
        Assert.True(shared.Root[2][1].Address < 0);

        Assert.Equal(plain.Root.GetDeepHashCode(), shared.Root.GetDeepHashCode());
        Assert.True(BlittableValue.DeepEquals(shared.Root, plain.Root));
    }

    /// <summary>Returns an array with the given number of references to one array, which contains equally many arrays.</summary>
    private static byte[] Columns(int count)
    {
        var bytes = new List<byte>();
        var addresses = new List<int>();
        for (var i = 0; i < count; i++)
        {
            addresses.Add(AddOne(bytes));
        }

        var inner = AddSlots(bytes, addresses);
        var root = bytes.Count;
        AddStrided(bytes, count, root - inner);
        return Finish(bytes, root, count);
    }

    /// <summary>Returns an array of the given number of arrays, each with equally many references to one array.</summary>
    private static byte[] Rows(int count)
    {
        var bytes = new List<byte>();
        var rows = new List<int>();
        for (var i = 0; i < count; i++)
        {
            var element = AddOne(bytes);
            rows.Add(bytes.Count);
            AddStrided(bytes, count, bytes.Count - element);
        }

        var root = AddSlots(bytes, rows);
        return Finish(bytes, root, count);
    }

    /// <summary>Appends the number 0 and an array that contains it.</summary>
    private static int AddOne(List<byte> bytes)
    {
        bytes.AddRange([0x00, Tag.Array, 1, 1]);
        return bytes.Count - 3;
    }

    private static int AddSlots(List<byte> bytes, List<int> addresses)
    {
        var array = bytes.Count;
        bytes.Add(Tag.Array + 2);
        AddNumber(bytes, addresses.Count);
        foreach (var address in addresses)
        {
            bytes.AddRange(BitConverter.GetBytes(array - address));
        }

        return array;
    }

    private static void AddStrided(List<byte> bytes, int count, int distance)
    {
        bytes.Add(Tag.StridedArray);
        AddNumber(bytes, count);
        AddNumber(bytes, distance);
        AddNumber(bytes, 0);
    }

    private static void AddNumber(List<byte> bytes, int number)
    {
        Span<byte> varint = stackalloc byte[Varint.MaxLength];
        bytes.AddRange(varint[..Varint.Write(varint, (uint)number)]);
    }

    private static byte[] Finish(List<byte> bytes, int root, int count)
    {
        Span<byte> varint = stackalloc byte[Varint.MaxLength];
        var text = Math.Min(((long)count * ((4L * count) + 2)) + 2, uint.MaxValue);
        foreach (var limit in (uint[])[(uint)text, 3])
        {
            bytes.AddRange(varint[..Varint.WriteBackward(varint, limit)]);
        }

        bytes.AddRange(varint[..Varint.WriteBackward(varint, (uint)(bytes.Count - root))]);
        bytes.Add(Trailer.Version | Trailer.Shared);
        return [.. bytes];
    }
}
