using System.Text;
using Blittable.Rendering;
using Blittable.Text;

namespace Blittable.Tests.Rendering;

/// <summary>Compares the kernels that write numbers and find escapes with the framework or with their scalar twins.</summary>
[Trait(Category.Name, Category.Vector)]
public class RenderingKernelTests
{
    [Fact]
    public unsafe void Digits_equal_the_digits_of_the_framework()
    {
        var random = new Random(42);
        Span<byte> buffer = stackalloc byte[64];
        fixed (byte* start = buffer)
        {
            for (var round = 0; round < 100_000; round++)
            {
                var value = (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
                value = round switch
                {
                    0 => 0,
                    1 => ulong.MaxValue,
                    2 => 99_999_999,
                    3 => 100_000_000,
                    4 => 9_999_999_999_999_999,
                    5 => 10_000_000_000_000_000,
                    _ => value,
                };
                var end = DigitWriterKernel.Write(start, value);
                Assert.Equal(value.ToString(), Encoding.ASCII.GetString(start, (int)(end - start)));

                var narrow = (uint)value >> random.Next(32);
                end = DigitWriterKernel.Write32(start, narrow);
                Assert.Equal(narrow.ToString(), Encoding.ASCII.GetString(start, (int)(end - start)));

                var digits = random.Next(1, DigitWriterKernel.MaxFraction + 1);
                var mantissa = round % 50 == 0 ? 1UL << 63 : value & long.MaxValue;
                end = DigitWriterKernel.WriteDecimal(start, mantissa, digits);
                var padded = mantissa.ToString().PadLeft(digits + 1, '0');
                Assert.Equal(padded.Insert(padded.Length - digits, "."), Encoding.ASCII.GetString(start, (int)(end - start)));

                digits = random.Next(1, 4);
                end = DigitWriterKernel.WriteShortDecimal(start, narrow, digits);
                padded = narrow.ToString().PadLeft(digits + 1, '0');
                Assert.Equal(padded.Insert(padded.Length - digits, "."), Encoding.ASCII.GetString(start, (int)(end - start)));
            }
        }
    }

    [Fact]
    public unsafe void Decimals_are_written_like_the_scalar_twin_writes_them()
    {
        var random = new Random(43);
        Span<byte> buffer = stackalloc byte[128];
        fixed (byte* start = buffer)
        {
            for (var round = 0; round < 50_000; round++)
            {
                var (first, firstLayout) = Decimal(random, round);
                var (second, secondLayout) = Decimal(random, round + 1);
                var (magnitude, expected) = (first < 0 ? 0 - (ulong)first : (ulong)first, Slow(first, firstLayout));
                var end = DecimalWriterKernel.WriteScalar(start, magnitude, firstLayout);
                Assert.Equal(expected.TrimStart('-'), Encoding.ASCII.GetString(start, (int)(end - start)));
                end = DecimalWriterKernel.Write(start, first, firstLayout, second, secondLayout);
                Assert.Equal(expected + "," + Slow(second, secondLayout), Encoding.ASCII.GetString(start, (int)(end - start)));
                end = DecimalWriterKernel.Write(start, first, firstLayout);
                Assert.Equal(expected, Encoding.ASCII.GetString(start, (int)(end - start)));
            }
        }

        static (long Mantissa, DecimalLayout Layout) Decimal(Random random, int round)
        {
            var mantissa = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            mantissa = (round % 100) switch { 0 => 0, 1 => long.MaxValue, 2 => long.MinValue, < 30 => mantissa / 1_000_000 * 1_000_000, _ => mantissa };
            var scale = random.Next(DecimalWriterKernel.MaxScale + 1);
            return (mantissa, new DecimalLayout(scale, random.Next(3) switch { 0 => scale, 1 => Math.Min(scale, 1), _ => 0 }));
        }

        static string Slow(long mantissa, in DecimalLayout layout)
        {
            var digits = Int128.Abs(mantissa).ToString().PadLeft(layout.Scale + 1, '0');
            var (whole, fraction) = (digits[..^layout.Scale], digits[^layout.Scale..]);
            fraction = fraction[..^(int)layout.MostTrimmed] + fraction[^(int)layout.MostTrimmed..].TrimEnd('0');
            return (mantissa < 0 ? "-" : "") + whole + (fraction.Length != 0 ? "." + fraction : "");
        }
    }

    [Fact]
    public unsafe void Escapes_are_found_where_the_scalar_twin_finds_them()
    {
        var random = new Random(3);
        var from = new byte[512];
        var to = new byte[512];
        fixed (byte* source = from, target = to)
        {
            for (var round = 0; round < 20_000; round++)
            {
                random.NextBytes(from);
                for (var i = 0; i < from.Length; i++)
                {
                    from[i] = random.Next(40) == 0 ? from[i] : (byte)random.Next(0x5D, 0x100);
                }

                var length = random.Next(200);
                var expected = EscapeKernel.CopyPlainScalar(target, source, length);
                Assert.Equal(expected, EscapeKernel.CopyPlain(target, source, length));
                Assert.Equal(from[..expected], to[..expected]);

                // Readable memory after the text: none, or more than a vector.
                var readableEnd = source + length + random.Next(2) * random.Next(100);
                Assert.Equal(expected == length, EscapeKernel.IsPlain(source, length, readableEnd));
                length = Math.Min(length, EscapeKernel.Reach - 1);
                var isPlain = EscapeKernel.CopyPlainScalar(target, source, length) == length;
                Array.Clear(to);
                Assert.Equal(isPlain, EscapeKernel.TryCopyShort(target, source, length, readableEnd));
                Assert.True(!isPlain || to.AsSpan(0, length).SequenceEqual(from.AsSpan(0, length)));
                Array.Clear(to);
                EscapeKernel.CopyPlainShort(target, source, (uint)length, readableEnd);
                Assert.Equal(from[..length], to[..length]);
            }
        }
    }
}
