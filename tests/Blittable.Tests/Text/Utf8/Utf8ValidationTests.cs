using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class Utf8ValidationTests
{
    private delegate bool Validator(ReadOnlySpan<byte> text);

    /// <summary>Vector widths that this machine supports.</summary>
    private static IEnumerable<(string Name, Validator IsValid)> Kernels()
    {
        yield return ("best", Utf8Validation.IsValid);
        yield return ("scalar", text => Utf8Validation.IndexOfInvalid(text) < 0);
        if (Vector128.IsHardwareAccelerated)
        {
            yield return ("128", text => Utf8Kernel<Vector128<byte>, Utf8Vector128>.IsValid(ref MemoryMarshal.GetReference(text), (nuint)text.Length));
        }

        if (Avx2.IsSupported)
        {
            yield return ("256", text => Utf8Kernel<Vector256<byte>, Utf8Vector256>.IsValid(ref MemoryMarshal.GetReference(text), (nuint)text.Length));
        }

        if (Utf8Vector512.IsSupported)
        {
            yield return ("512", text => Utf8Kernel<Vector512<byte>, Utf8Vector512>.IsValid(ref MemoryMarshal.GetReference(text), (nuint)text.Length));
        }
    }

    public static TheoryData<string, bool> Sequences => new()
    {
        { "", true },
        { "41", true },
        { "7f", true },
        { "80", false },             // a continuation without a lead
        { "bf", false },
        { "c0 80", false },          // U+0000 in two bytes
        { "c1 bf", false },          // U+007F in two bytes
        { "c2 80", true },           // U+0080
        { "c2", false },
        { "c2 41", false },
        { "c2 c2", false },
        { "df bf", true },           // U+07FF
        { "df bf 80", false },
        { "e0 80 80", false },
        { "e0 9f bf", false },       // U+07FF in three bytes
        { "e0 a0 80", true },        // U+0800
        { "e0 a0", false },
        { "e0 a0 41", false },
        { "e1 80 80", true },
        { "ec bf bf", true },
        { "ed 9f bf", true },        // U+D7FF
        { "ed a0 80", false },       // U+D800, a surrogate
        { "ed bf bf", false },       // U+DFFF
        { "ee 80 80", true },        // U+E000
        { "ef bf bf", true },        // U+FFFF
        { "ef bf bf bf", false },
        { "f0 80 80 80", false },
        { "f0 8f bf bf", false },    // U+FFFF in four bytes
        { "f0 90 80 80", true },     // U+10000
        { "f0 90 80", false },
        { "f0 90", false },
        { "f0", false },
        { "f0 90 80 41", false },
        { "f0 90 41 80", false },
        { "f1 80 80 80", true },
        { "f3 bf bf bf", true },
        { "f4 8f bf bf", true },     // U+10FFFF
        { "f4 90 80 80", false },    // U+110000
        { "f4 8f bf bf 80", false },
        { "f5 80 80 80", false },
        { "f8 88 80 80 80", false },
        { "fe", false },
        { "ff", false },
    };

    [Theory]
    [MemberData(nameof(Sequences))]
    public void A_sequence_is_judged_the_same_at_every_position_of_a_text(string hex, bool expected)
    {
        var sequence = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        foreach (var (name, isValid) in Kernels())
        {
            for (var before = 0; before < 140; before++)
            {
                foreach (var after in (int[])[0, 1, 2, 3, 200])
                {
                    byte[] text = [.. Enumerable.Repeat((byte)'a', before), .. sequence, .. Enumerable.Repeat((byte)'z', after)];
                    Assert.True(expected == isValid(text), $"{name}: {before} bytes, {hex}, {after} bytes");
                }
            }
        }
    }

    [Fact]
    public void Text_in_many_scripts_is_valid_and_damaged_text_is_judged_like_the_framework_does()
    {
        var random = new Random(20110101);
        var strict = new UTF8Encoding(false, throwOnInvalidBytes: true);
        var kernels = Kernels().ToArray();
        for (var round = 0; round < 20_000; round++)
        {
            var text = new StringBuilder();
            for (var i = random.Next(160); i > 0; i--)
            {
                var rune = random.Next(8) switch
                {
                    0 => random.Next(0x80, 0x800),
                    1 or 2 => random.Next(0x800, 0xD800),
                    3 => random.Next(0x10000, 0x110000),
                    _ => random.Next(0x80),
                };
                text.Append(new Rune(rune));
            }

            var bytes = Encoding.UTF8.GetBytes(text.ToString());
            if (round % 2 == 1 && bytes.Length > 0)
            {
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                bytes = bytes[..random.Next(bytes.Length + 1)];
            }

            var expected = true;
            try
            {
                strict.GetCharCount(bytes);
            }
            catch (DecoderFallbackException)
            {
                expected = false;
            }

            foreach (var (name, isValid) in kernels)
            {
                Assert.True(expected == isValid(bytes), $"{name}: {Convert.ToHexString(bytes)}");
            }
        }
    }

    [Fact]
    public void Every_pair_of_bytes_before_selected_third_bytes_is_judged_like_the_scalar_twin_does()
    {
        var kernels = Kernels().ToArray();
        byte[] thirds = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xF0];
        for (var pair = 0; pair < 0x10000; pair++)
        {
            foreach (var third in thirds)
            {
                ReadOnlySpan<byte> text = [(byte)(pair >> 8), (byte)pair, third, 0x80];
                var expected = Utf8Validation.IndexOfInvalid(text) < 0;
                foreach (var (name, isValid) in kernels)
                {
                    if (expected != isValid(text))
                    {
                        Assert.Fail($"{name}: {Convert.ToHexString(text)}");
                    }
                }
            }
        }
    }

    [Fact]
    public void The_first_error_is_located_at_the_start_of_its_sequence()
    {
        Assert.Equal(3, Utf8Validation.IndexOfInvalid([0x41, 0xC3, 0xBC, 0xE2, 0x82]));
        Assert.Equal(-1, Utf8Validation.IndexOfInvalid("grün 木"u8));
    }
}
