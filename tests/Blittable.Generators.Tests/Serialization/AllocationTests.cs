using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Nothing is allocated beyond what the objects hold, however many sets of members occur.</summary>
public sealed class AllocationTests
{
    private const int Sets = 60;

    [Fact]
    public void Objects_with_many_sets_of_members_are_written_without_allocation()
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        Assert.Equal(0, Allocated(i =>
        {
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(Value(i), output);
        }));
    }

    [Fact]
    public void Objects_with_many_sets_of_members_are_read_almost_without_allocation()
    {
        // Two sets may have the same place in the table of known sets, and then replace each other.
        const int most = 4 * 48;
        var documents = Enumerable.Range(0, Sets).Select(i => BlittableSerializer.Serialize(Value(i))).ToArray();
        Assert.InRange(Allocated(i => Assert.True(Value(i).Equals(BlittableSerializer.Deserialize<Sparse>(documents[i])))), 0, most);
    }

    [Fact]
    public void Unknown_names_and_names_of_another_case_are_read_without_allocation()
    {
        var documents = Enumerable.Range(0, Sets)
            .Select(i => BlittableDocument.Parse($$"""{"unknown{{i}}":1,"MEMBER3":3,"member1":1,"Member2":2}""").Bytes.ToArray()).ToArray();
        Assert.Equal(0, Allocated(i => Assert.True(BlittableSerializer.Deserialize<Sparse>(documents[i]).Member3 == 3)));
    }

    [Fact]
    public void Long_unknown_names_are_read_without_allocation()
    {
        var documents = Enumerable.Range(0, Sets)
            .Select(i => BlittableDocument.Parse($$"""{"{{new string('x', 300 + i)}}":1,"member1":1}""").Bytes.ToArray()).ToArray();
        Assert.Equal(0, Allocated(i => Assert.True(BlittableSerializer.Deserialize<Sparse>(documents[i]).Member1 == 1)));
    }

    [Fact]
    public void Scalars_that_are_strings_are_written_and_read_without_allocation()
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        Assert.Equal(0, Allocated(i =>
        {
            output.ResetWrittenCount();
            var value = new Texts(TimeSpan.FromTicks(i), new TimeOnly(i), 'c', (Ways)(1 << (i % 3)), Guid.Empty);
            BlittableSerializer.Serialize(value with { Ways = (Ways)(i % 8) }, output);
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(value, output);
            Assert.True(value.Equals(BlittableSerializer.Deserialize<Texts>(output.WrittenSpan)));
        }));
    }

    [Fact]
    public void Alternating_options_are_written_without_allocation()
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        BlittableOptions[] options = [new() { Mode = BlittableMode.Memory }, new() { Mode = BlittableMode.Disk }];
        Assert.Equal(0, Allocated(i =>
        {
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(Value(i), output, options[i % 2]);
        }));
    }

    [Fact]
    public void Keys_are_written_without_allocation()
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        var keyed = new Keyed(new() { [1] = 2, [int.MinValue] = 3 }, new() { [long.MaxValue] = 2 }, new() { [Guid.NewGuid()] = 2 }, new() { [1.50m] = 3, [decimal.MinValue] = 4 });
        Assert.Equal(0, Allocated(_ =>
        {
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(keyed, output);
        }));
        Assert.Equal(JsonSerializer.Serialize(keyed), BlittableValue.Open(output.WrittenSpan).ToJson());
    }

    [Fact]
    public void Values_of_converters_are_read_without_allocation()
    {
        var documents = Enumerable.Range(0, Sets).Select(i => BlittableSerializer.Serialize(new Converted(i, -i))).ToArray();
        Assert.Equal(0, Allocated(i => Assert.True(BlittableSerializer.Deserialize<Converted>(documents[i]).Second == -i)));
    }

    [Fact]
    public void Undeclared_lists_and_arrays_are_written_without_allocation()
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        var array = new[] { new Texts(TimeSpan.Zero, new TimeOnly(1), 'a', Ways.North, Guid.Empty), new Texts(TimeSpan.FromHours(1), default, 'b', Ways.West, Guid.Empty) };
        var list = array.ToList();
        Assert.Equal(0, Allocated(_ =>
        {
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(array, output);
            output.ResetWrittenCount();
            BlittableSerializer.Serialize<IReadOnlyList<Texts>>(list, output);
            output.ResetWrittenCount();
            BlittableSerializer.Serialize(list, output);
        }));
        Assert.Equal(JsonSerializer.Serialize(list), BlittableValue.Open(output.WrittenSpan).ToJson());
    }

    private static long Allocated(Action<int> run)
    {
        for (var i = 0; i < 3 * Sets; i++)
        {
            run(i % Sets);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Sets; i++)
        {
            run(i);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static Sparse Value(int i)
    {
        var bits = (i + 1) * 2654435761u;
        int? Bit(int n) => (bits >> n & 1) != 0 ? n : null;
        return new Sparse
        {
            Member1 = Bit(1), Member2 = Bit(2), Member3 = Bit(3), Member4 = Bit(4), Member5 = Bit(5), Member6 = Bit(6), Member7 = Bit(7), Member8 = Bit(8),
            Member9 = Bit(9), Member10 = Bit(10), Member11 = Bit(11), Member12 = Bit(12),
        };
    }

    [Flags, JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum Ways
    {
        North = 1,

        South = 2,

        West = 4,
    }

    [BlittableSerializable]
    internal readonly record struct Texts(TimeSpan Span, TimeOnly Time, char Character, Ways Ways, Guid Guid);

    [BlittableSerializable]
    internal sealed record Keyed(Dictionary<int, int> A, Dictionary<long, int> B, Dictionary<Guid, int> C, Dictionary<decimal, int> D);

    [BlittableSerializable]
    internal readonly record struct Converted([property: JsonConverter(typeof(Reversed))] int First, [property: JsonConverter(typeof(Reversed))] int Second);

    internal sealed class Reversed : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => -reader.GetInt32();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(-value);
    }

    [BlittableSerializable(typeof(Sparse))]
    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
    internal static class Roots;

    internal record struct Sparse
    {
        public int? Member1 { get; set; }

        public int? Member2 { get; set; }

        public int? Member3 { get; set; }

        public int? Member4 { get; set; }

        public int? Member5 { get; set; }

        public int? Member6 { get; set; }

        public int? Member7 { get; set; }

        public int? Member8 { get; set; }

        public int? Member9 { get; set; }

        public int? Member10 { get; set; }

        public int? Member11 { get; set; }

        public int? Member12 { get; set; }
    }
}
