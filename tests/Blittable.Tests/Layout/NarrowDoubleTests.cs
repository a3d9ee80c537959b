using System.Globalization;
using Blittable.Layout;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public class NarrowDoubleTests
{
    private const ulong QuietNan = 0x7FF8_0000_0000_0000, SignalingNan = 0x7FF0_0000_2000_0000;

    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    /// <summary>The bits of a float64, and whether a float32 represents them exactly.</summary>
    public static TheoryData<ulong, bool> Edges => new()
    {
        { BitConverter.DoubleToUInt64Bits(0), true },
        { BitConverter.DoubleToUInt64Bits(-0.0), true },
        { BitConverter.DoubleToUInt64Bits(1.5), true },
        { BitConverter.DoubleToUInt64Bits(0.1), false },
        { BitConverter.DoubleToUInt64Bits(16_777_216), true },
        { BitConverter.DoubleToUInt64Bits(16_777_217), false },
        { BitConverter.DoubleToUInt64Bits(float.MaxValue), true },
        { BitConverter.DoubleToUInt64Bits(double.MaxValue), false },
        { BitConverter.DoubleToUInt64Bits(float.Epsilon), true },
        { BitConverter.DoubleToUInt64Bits(double.Epsilon), false },
        { BitConverter.DoubleToUInt64Bits(double.PositiveInfinity), true },
        { BitConverter.DoubleToUInt64Bits(double.NegativeInfinity), true },
        { QuietNan, true },
        { QuietNan | (1UL << 63), true },
        { QuietNan | (1UL << 29), true }, // the last payload bit that a float32 has
        { QuietNan | (1UL << 28), false },
        { SignalingNan, false }, // becomes quiet in the conversion
    };

    [Theory]
    [MemberData(nameof(Edges))]
    public void A_float64_uses_4_bytes_in_disk_mode_if_they_hold_every_bit(ulong bits, bool isNarrow)
    {
        byte[] expected = isNarrow
            ? [Tag.NarrowFloat64, .. BitConverter.GetBytes((float)BitConverter.UInt64BitsToDouble(bits))]
            : [Tag.Float64, .. BitConverter.GetBytes(bits)];
        Assert.Equal(expected, Build(Disk, [bits])[..^2]);
        Assert.Equal([Tag.Float64, .. BitConverter.GetBytes(bits)], Build(new BlittableOptions(), [bits])[..^2]);
        AssertKept([bits]);
    }

    [Fact]
    public void An_array_of_float64_values_uses_32_bits_per_value_if_all_are_exact()
    {
        byte[] expected =
        [
            0xBC, 0x00, 0x05, // number arrays, bases of 1 byte, 5 numbers
            0xA0, 0x20, 0x00, // form 5, 32 bits each, base 0
            0x00, 0x00, 0x00, 0x00, // 0
            0x00, 0x00, 0x80, 0x3F, // 1
            0x00, 0x00, 0x20, 0xC0, // -2.5
            0x00, 0x00, 0x80, 0x7F, // infinity
            0xFF, 0xFF, 0x7F, 0x7F, // the largest float32
            0x1A, 0x01, // the root starts 26 bytes before; version 1
        ];
        double[] values = [0, 1, -2.5, double.PositiveInfinity, float.MaxValue];
        Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(Build(Disk, [.. values.Select(BitConverter.DoubleToUInt64Bits)])));
    }

    [Fact]
    public void Any_number_keeps_every_bit_alone_and_in_an_array()
    {
        var bits = Gen.OneOf(
            ArbMap.Default.GeneratorFor<float>().Select(value => BitConverter.DoubleToUInt64Bits(value)),
            ArbMap.Default.GeneratorFor<double>().Select(BitConverter.DoubleToUInt64Bits),
            Gen.Choose(0, int.MaxValue).Select(value => ((ulong)value << 33) | ((ulong)value * 7919)));
        Prop.ForAll(bits.NonEmptyListOf().Select(list => list.ToArray()).ToArbitrary(), AssertKept).QuickCheckThrowOnFailure();
        Prop.ForAll(ArbMap.Default.GeneratorFor<float>().NonEmptyListOf().ToArbitrary(), values =>
            AssertKept([.. values.Select(value => BitConverter.DoubleToUInt64Bits(value))])).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void A_float32_and_a_float64_keep_their_types()
    {
        using var builder = new BlittableBuilder(Disk);
        builder.WriteStartObject();
        builder.WritePropertyName("single"u8);
        builder.WriteNumber(1.5f);
        builder.WritePropertyName("double"u8);
        builder.WriteNumber(1.5);
        builder.WritePropertyName("tenth"u8);
        builder.WriteNumber((double)0.1f);
        builder.WriteEndObject();
        using var document = builder.ToDocument();
        document.Validate();

        // A map of three values: float32 1.5, float64 1.5, and as float64 the float32 that is nearest to 0.1.
        Assert.Equal(
            "83A673696E676C65CA3FC00000A6646F75626C65CB3FF8000000000000A574656E7468CB3FB99999A0000000",
            Convert.ToHexString(BlittableMessagePack.ToArray(document.Root)));
        Assert.Equal("""{"single":1.5,"double":1.5,"tenth":0.10000000149011612}""", document.Root.ToJson());
        Assert.Equal("0.10000000149011612", document.Root.GetProperty("tenth"u8).GetDouble().ToString(CultureInfo.InvariantCulture));
        Assert.Equal(0.1f, document.Root.GetProperty("tenth"u8).GetSingle());
        Assert.Equal(3, document.GetStatistics().Numbers);
    }

    /// <summary>Converts each number as a property value, and all numbers as an array: to documents in both modes, to MessagePack and back.</summary>
    private static void AssertKept(ulong[] bits)
    {
        var disk = Build(Disk, bits);
        var memory = Build(new BlittableOptions(), bits);
        Assert.True(disk.Length <= memory.Length);
        using var document = BlittableDocument.Open(disk);
        document.Validate();
        var plain = BlittableValue.Open(memory);
        if (bits.Length == 1)
        {
            AssertNumber(bits[0], document.Root);
        }

        for (var i = 0; bits.Length > 1 && i < bits.Length; i++)
        {
            AssertNumber(bits[i], document.Root[i]);
        }

        var options = new BlittableJsonOptions { NotJson = BlittableNotJson.Null };
        Assert.Equal(plain.ToJson(options), document.Root.ToJson(options));
        var packed = BlittableMessagePack.ToArray(document.Root);
        Assert.Equal(Convert.ToHexString(BlittableMessagePack.ToArray(plain)), Convert.ToHexString(packed));
        using var again = BlittableMessagePack.ToDocument(packed, Disk);
        Assert.Equal(Convert.ToHexString(disk), Convert.ToHexString(again.Bytes.Span));
        using var clone = document.Root.Clone();
        Assert.Equal(Convert.ToHexString(packed), Convert.ToHexString(BlittableMessagePack.ToArray(clone.Root)));
    }

    private static void AssertNumber(ulong bits, BlittableValue number)
    {
        Assert.Equal(BlittableValueKind.Number, number.Kind);
        Assert.Equal(bits, BitConverter.DoubleToUInt64Bits(number.GetDouble()));
        Assert.Equal(BitConverter.SingleToUInt32Bits((float)BitConverter.UInt64BitsToDouble(bits)), BitConverter.SingleToUInt32Bits(number.GetSingle()));
    }

    /// <summary>Returns a document with one number or an array of several numbers.</summary>
    private static byte[] Build(BlittableOptions options, ulong[] bits)
    {
        using var builder = new BlittableBuilder(options);
        if (bits.Length > 1)
        {
            builder.WriteStartArray();
        }

        foreach (var value in bits)
        {
            builder.WriteNumber(BitConverter.UInt64BitsToDouble(value));
        }

        if (bits.Length > 1)
        {
            builder.WriteEndArray();
        }

        return builder.Finish().ToArray();
    }
}
