using System.Buffers;
using System.IO.Pipelines;
using Blittable.Dates;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Cycles, depth and untrusted bytes; streams and pipes; populating existing objects.</summary>
public sealed class LimitsTests
{
    [Fact]
    public void An_object_that_contains_itself_is_an_error_that_names_the_path()
    {
        var node = new Node();
        node.Next = node;
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize(node));
        Assert.Equal(BlittableErrorCode.TooDeep, fault.Code);
        Assert.Contains("$.Next.Next.Next", fault.Message, StringComparison.Ordinal);
        Assert.Equal(1, BlittableSerializer.Deserialize<Node>(BlittableSerializer.Serialize(new Node { Value = 1 }))!.Value);
    }

    [Fact]
    public void A_cycle_through_a_list_names_the_index()
    {
        var node = new Node { Children = [new Node()] };
        node.Children.Add(node);
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize(node));
        Assert.Contains("$.Children[1].Children[1]", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Depth_is_limited_when_objects_are_read()
    {
        Node? node = null;
        for (var i = 0; i < 40; i++)
        {
            node = new Node { Next = node };
        }

        var bytes = BlittableSerializer.Serialize(node);
        Assert.NotNull(BlittableSerializer.Deserialize<Node>(bytes));
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Node>(bytes, new BlittableOptions { MaxDepth = 20 }));
        Assert.Equal(BlittableErrorCode.TooDeep, fault.Code);
    }

    [Fact]
    public void Values_that_expand_exponentially_are_refused_before_memory_is_allocated()
    {
        // Thirty arrays, each of which contains the previous array twice: few bytes that represent 2^30 objects.
        List<byte> bytes = [0x01, 0xC0, 0x00, 0x01, 0x05, .. "Value"u8, 0x01];
        for (byte i = 0, length = 10; i < 30; i++, length = 13)
        {
            bytes.AddRange([0xB8, 0x02, length, length, 0xC0, 0x00, 0x01, 0x08, .. "Children"u8, 0x04]);
        }

        bytes.AddRange([0x0D, 0x01]);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Node>(bytes.ToArray()));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, fault.Code);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64_000_000);
    }

    [Fact]
    public void Damaged_bytes_give_an_object_or_a_BlittableException()
    {
        var bytes = BlittableSerializer.Serialize(new Collections(), BlittableOptions.Balanced);
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var damaged = bytes.ToArray();
            for (var n = random.Next(1, 4); n > 0; n--)
            {
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            }

            try
            {
                BlittableSerializer.Deserialize<Collections>(damaged);
            }
            catch (BlittableException)
            {
            }
        }
    }

    [Fact]
    public async Task An_object_round_trips_through_streams_and_pipes()
    {
        var row = new Pair<int>(1, 2);
        var stream = new MemoryStream();
        await BlittableSerializer.SerializeAsync(stream, row);
        stream.Position = 0;
        Assert.Equal(row, await BlittableSerializer.DeserializeAsync<Pair<int>>(stream));
        Assert.True(stream.CanRead);

        var pipe = new Pipe();
        await BlittableSerializer.SerializeAsync(pipe.Writer, row);
        await pipe.Writer.CompleteAsync();
        Assert.Equal(row, await BlittableSerializer.DeserializeAsync<Pair<int>>(pipe.Reader));
    }

    [Theory]
    [InlineData(253_402_300_800, 0, 0)]
    [InlineData(long.MaxValue, 0, 0)]
    [InlineData(-62_167_219_201, 0, 0)]
    [InlineData(0, 1_000_000_000, 0)]
    [InlineData(0, 0, 1440)]
    [InlineData(0, 0, short.MinValue)]
    public void An_instant_without_a_text_is_refused_when_it_is_written(long seconds, uint nanoseconds, short offset)
    {
        var instant = new Timestamp(seconds, nanoseconds, offset);
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            var options = new BlittableOptions { Mode = mode };
            Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize(instant, options));
            Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize(new List<Timestamp> { instant }, options));
        }
    }

    [Fact]
    public void A_segmented_document_is_read()
    {
        var bytes = BlittableSerializer.Serialize(new Pair<int>(1, 2));
        var second = new Piece(bytes.AsMemory(5), 5, null);
        var sequence = new ReadOnlySequence<byte>(new Piece(bytes.AsMemory(0, 5), 0, second), 0, second, bytes.Length - 5);
        Assert.Equal(new Pair<int>(1, 2), BlittableSerializer.Deserialize<Pair<int>>(sequence));
    }

    [Fact]
    public void Populating_sets_the_values_of_the_document_and_adds_to_collections()
    {
        var basket = new Basket { Owner = "Ada", Size = 20 };
        BlittableSerializer.Populate(basket, BlittableDocument.Parse("""{"Items":[2,3]}""").Root);
        Assert.Equal("Ada", basket.Owner);
        Assert.Equal([1, 2, 3], basket.Items);
        var created = BlittableSerializer.Deserialize<Basket>(BlittableDocument.Parse("""{"Items":[2],"Owner":"Bob"}""").Root)!;
        Assert.Equal(("Bob", 10), (created.Owner, created.Size));
        Assert.Equal([1, 2], created.Items);
    }

    [Fact]
    public void An_undeclared_type_is_refused_by_name()
    {
        var fault = Assert.Throws<NotSupportedException>(() => Serialize(new LimitsTests()));
        Assert.Contains(nameof(LimitsTests), fault.Message, StringComparison.Ordinal);

        // Outside of generic code, the call does not compile.
        static byte[] Serialize<T>(T value) => BlittableSerializer.Serialize(value);
    }

    [Fact]
    public void An_unconstrained_type_parameter_finds_the_converter()
    {
        Assert.Equal(new Pair<int>(3, 4), RoundTrip(new Pair<int>(3, 4)));

        static T? RoundTrip<T>(T value) => BlittableSerializer.Deserialize<T>(BlittableSerializer.Serialize(value));
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long start, Piece? next) => (Memory, RunningIndex, Next) = (memory, start, next);
    }
}
