using System.Buffers.Binary;

namespace Blittable.Benchmarks.Storage;

/// <summary>Generates rows that depend only on the seed and the ordinal, not on the caller or the order. A retried transaction therefore writes the rows of the
/// first try.</summary>
internal sealed class RowGenerator(ulong seed)
{
    public const int FirstYear = 2015;
    public const int LastYear = 2025;

    private const int ByteCount = 64;

    /// <summary>The earliest date.</summary>
    public static readonly long FirstMillisecond = UnixMilliseconds(FirstYear);

    private static readonly long BeforeMillisecond = UnixMilliseconds(LastYear + 1);
    private static readonly DateTime FirstCreation = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public StorageRow Generate(long ordinal)
    {
        var random = new SplitMix(seed ^ ((ulong)ordinal * 0x9E3779B97F4A7C15));
        var date = FirstMillisecond + (long)random.Below((ulong)(BeforeMillisecond - FirstMillisecond));
        // 14 digits before the decimal point and 4 after it.
        const ulong amountLimit = 1_000_000_000_000_000_000;
        var amount = random.Below(amountLimit);
        return new StorageRow(
            date,
            (long)random.Next(),
            new decimal((int)amount, (int)(amount >> 32), 0, isNegative: false, scale: 4),
            Text(ref random),
            Bytes(ref random),
            FirstCreation.AddMilliseconds(ordinal),
            IsDeleted: random.Below(100) == 0);
    }

    private static long UnixMilliseconds(int year) => new DateTimeOffset(year, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    private static string Text(ref SplitMix random)
    {
        var length = 32 + (int)random.Below(33);
        return string.Create(length, random.Next(), static (text, state) =>
        {
            var letters = new SplitMix(state);
            foreach (ref var letter in text)
            {
                letter = (char)('a' + (int)letters.Below(26));
            }
        });
    }

    private static byte[] Bytes(ref SplitMix random)
    {
        var bytes = new byte[ByteCount];
        for (var i = 0; i < ByteCount; i += sizeof(ulong))
        {
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(i), random.Next());
        }

        return bytes;
    }
}
