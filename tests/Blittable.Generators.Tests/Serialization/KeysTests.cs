using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Dictionary keys, and values that are strings in JSON, have the texts that System.Text.Json accepts, and no others.</summary>
public sealed class KeysTests
{
    private static readonly string[] s_texts =
    [
        "", " ", "1", " 1", "1 ", "+1", "-1", "007", "1,5", "1.5", "1,000", "5-", "(5)", "$5", "1E2", "1e-2", "0x10", "1_0", "1.", ".5", "127", "128", "255", "256", "65536", "99999999999",
        "9223372036854775808", "18446744073709551616", "1e400", "NaN", "nan", "Infinity", "-Infinity", "∞", "true", "True", "TRUE", "tRue", "false", "t", "yes",
        "0f8fad5b-d9cb-469f-a165-70867728950e", "{0f8fad5b-d9cb-469f-a165-70867728950e}", "0f8fad5bd9cb469fa16570867728950e", "(0f8fad5b-d9cb-469f-a165-70867728950e)",
        "10:00", "10:00:00", "1.10:00:00", "-10:00:00", "10:00:00.5", "24:00:00", "23:59:59.9999999", "1:2:3", "10", "0", "0.10:00:00", "-00:00:00", "00:00", "02/03/2024", "2024-03-02", "2024-3-2", "2024-03-02T10:00:00",
        "2024-03-02T10:00", "2024-03-02 10:00:00", "2024-03-02T10:00:00Z", "2024-03-02T10:00:00+02:00", "2024-03-02T10:00:00.1234567Z", "2024-03-02T10:00:00.123456789Z", "March 2, 2024",
        "a", "ab", "\u00df", "\ud83d\ude00", "1.2", "1.2.3", "1.2.3.4", " 1.2", "1.2 ", "1.02", "https://example.com", "a/b",
    ];

    [Fact]
    public void Keys_of_members_are_read_as_the_framework_reads_them()
    {
        foreach (var text in s_texts)
        {
            var quoted = JsonSerializer.Serialize(text);
            foreach (var name in typeof(Keyed).GetProperties().Select(property => property.Name))
            {
                Differential.Read<Keyed>($"{{\"{name}\":{{{quoted}:1}}}}");
            }
        }
    }

    [Fact]
    public void Keys_of_undeclared_dictionaries_are_read_as_the_framework_reads_them()
    {
        foreach (var text in s_texts)
        {
            var quoted = JsonSerializer.Serialize(text);
            Differential.Read<Dictionary<bool, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<double, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<DateTime, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<Guid, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<Uri, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<Version, int>>($"{{{quoted}:1}}");
            Differential.Read<Dictionary<char, int>>($"{{{quoted}:1}}");
        }
    }

    [Fact]
    public void Values_are_read_as_the_framework_reads_them()
    {
        foreach (var text in s_texts.Append("01.2.003").Append("1.+2"))
        {
            var array = $"[{JsonSerializer.Serialize(text)}]";
            Differential.Read<Version[]>(array);
            Differential.Read<Uri[]>(array);
            Differential.Read<char[]>(array);
            Differential.Read<Guid[]>(array);
            Differential.Read<TimeSpan[]>(array);
            Differential.Read<TimeOnly[]>(array);
            Differential.Read<DateOnly[]>(array);
        }
    }

    [BlittableSerializable]
    internal sealed class Keyed
    {
        public Dictionary<bool, int>? Booleans { get; set; }

        public Dictionary<byte, int>? Bytes { get; set; }

        public Dictionary<sbyte, int>? SBytes { get; set; }

        public Dictionary<short, int>? Shorts { get; set; }

        public Dictionary<ushort, int>? UShorts { get; set; }

        public Dictionary<int, int>? Ints { get; set; }

        public Dictionary<uint, int>? UInts { get; set; }

        public Dictionary<long, int>? Longs { get; set; }

        public Dictionary<ulong, int>? ULongs { get; set; }

        public Dictionary<Int128, int>? Int128s { get; set; }

        public Dictionary<UInt128, int>? UInt128s { get; set; }

        public Dictionary<Half, int>? Halves { get; set; }

        public Dictionary<float, int>? Floats { get; set; }

        public Dictionary<double, int>? Doubles { get; set; }

        public Dictionary<decimal, int>? Decimals { get; set; }

        public Dictionary<char, int>? Characters { get; set; }

        public Dictionary<Guid, int>? Guids { get; set; }

        public Dictionary<DateTime, int>? Dates { get; set; }

        public Dictionary<DateTimeOffset, int>? Offsets { get; set; }

        public Dictionary<DateOnly, int>? Days { get; set; }

        public Dictionary<TimeOnly, int>? Times { get; set; }

        public Dictionary<TimeSpan, int>? Spans { get; set; }

        public Dictionary<Uri, int>? Addresses { get; set; }

        public Dictionary<Version, int>? Versions { get; set; }
    }
}
