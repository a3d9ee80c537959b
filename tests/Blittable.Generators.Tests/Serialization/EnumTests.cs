using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Enums by name accept the names, numbers and lists that System.Text.Json accepts.</summary>
public sealed class EnumTests
{
    private static readonly string[] s_texts =
    [
        "Red", "red", "Red,", "Red, ", " Red ", "Red,Blue", "Red , Blue", "Red,,Blue", ",Red", ",", "", " ", "Red, 5", "5", "+5", "-0", " 5 ", "-1", "127", "128", "-128", "-129", "255",
        "256", "300", "32768", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296", "4294967297", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "1.0", "0x1", "1,2", "the sky", "The Sky", "the sky,Red", "Sky",
    ];

    [Fact]
    public void Names_numbers_and_lists_are_read_as_the_framework_reads_them()
    {
        foreach (var text in s_texts)
        {
            var quoted = JsonSerializer.Serialize(text);
            foreach (var name in new[] { "Small", "Signed", "Short", "UShort", "Int", "UInt", "Long", "ULong" })
            {
                Differential.Read<Paints>($"{{\"{name}\":{quoted}}}");
            }

            Differential.Read<Paints>($"{{\"Keys\":{{{quoted}:1}}}}");
            Differential.Read<Paints>($"{{\"SignedKeys\":{{{quoted}:1}}}}");
            Differential.Read<Dictionary<UShortPaint, Paints>>($"{{{quoted}:{{}}}}");
        }
    }

    [Fact]
    public void A_view_refuses_numbers_that_the_enum_cannot_hold()
    {
        var types = CompiledTypes.Of("""
            [JsonConverter(typeof(JsonStringEnumConverter))] public enum Paint : byte { Red = 1 }
            [BlittableView] public sealed partial record Wall(Paint A);
            public static class Sample { public static object Make() => new Wall.View(BlittableDocument.Parse("{\"A\":\"300\"}").Root).A; }
            """);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => types.Call("Sample", "Make")).Code);
    }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum SmallPaint : byte { Red = 1, Blue = 2, [JsonStringEnumMemberName("the sky")] Sky = 4 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum SignedPaint : sbyte { Red = 1, Blue = -2, [JsonStringEnumMemberName("the sky")] Sky = 4 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum ShortPaint : short { Red = 1, Blue = 2 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum UShortPaint : ushort { Red = 1, Blue = 2, [JsonStringEnumMemberName("the sky")] Sky = 4 }

    [JsonConverter(typeof(JsonStringEnumConverter)), Flags]
    internal enum IntPaint { Red = 1, Blue = 2 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum UIntPaint : uint { Red = 1, Blue = 2 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum LongPaint : long { Red = 1, Blue = 2 }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum ULongPaint : ulong { Red = 1, Blue = 2 }

    [BlittableSerializable]
    internal sealed class Paints
    {
        public SmallPaint Small { get; set; }

        public SignedPaint Signed { get; set; }

        public ShortPaint Short { get; set; }

        public UShortPaint UShort { get; set; }

        public IntPaint Int { get; set; }

        public UIntPaint UInt { get; set; }

        public LongPaint Long { get; set; }

        public ULongPaint ULong { get; set; }

        public Dictionary<SmallPaint, int>? Keys { get; set; }

        public Dictionary<SignedPaint, int>? SignedKeys { get; set; }
    }
}
