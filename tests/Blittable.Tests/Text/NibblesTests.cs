using System.Text;
using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class NibblesTests
{
    private const string Decimal = "-./0123456789: T", Hex = "0123456789abcdef";

    [Fact]
    public void A_byte_holds_two_characters_with_the_first_in_its_low_half()
    {
        var codes = new byte[3];
        Nibbles.Encode(StringEncoding.NibbleDecimal, "-T9: "u8, codes);

        Assert.Equal([0xF0, 0xDC, 0x0E], codes);   // '-' 0, 'T' 15, '9' 12, ':' 13, ' ' 14
        Nibbles.Encode(StringEncoding.NibbleHex, "09af"u8, codes);
        Assert.Equal([0x90, 0xFA], codes[..2]);
    }

    [Fact]
    public void Texts_of_every_length_are_restored_with_and_without_spare_room()
    {
        var random = new Random(20261122);
        for (var length = 0; length < 150; length++)
        {
            foreach (var (encoding, alphabet) in ((StringEncoding, string)[])[(StringEncoding.NibbleDecimal, Decimal), (StringEncoding.NibbleHex, Hex)])
            {
                var text = Encoding.ASCII.GetBytes(random.GetItems(alphabet.ToCharArray(), length));
                var codes = new byte[Nibbles.EncodedLength(length)];
                Nibbles.Encode(encoding, text, codes);
                using var guarded = new GuardedBytes(codes);
                foreach (var room in (int[])[0, 1, 15, Nibbles.SpareBytes, 64])
                {
                    var back = new byte[length + room];
                    Assert.True(Nibbles.TryDecode(encoding, guarded.Span, length, back));
                    Assert.Equal(text, back[..length]);
                }

                var scalar = new byte[length];
                Nibbles.DecodeScalar(encoding, codes, scalar);
                Assert.Equal(text, scalar);
                Assert.False(Nibbles.TryDecode(encoding, guarded.Span, length + 2, new byte[length + 100]));
                Assert.Equal(length == 0, Nibbles.TryDecode(encoding, guarded.Span, length, new byte[Math.Max(0, length - 1)]));
            }
        }
    }

    [Fact]
    public void A_spare_half_byte_that_is_not_zero_is_refused()
    {
        Assert.True(Nibbles.TryDecode(StringEncoding.NibbleHex, [0x21, 0x03], 3, new byte[3]));
        Assert.False(Nibbles.TryDecode(StringEncoding.NibbleHex, [0x21, 0x43], 3, new byte[3]));
    }

    [Fact]
    public void A_text_belongs_to_an_alphabet_if_all_its_characters_do()
    {
        for (var length = 2; length <= 40; length++)
        {
            for (var value = 0; value <= byte.MaxValue; value++)
            {
                for (var place = 0; place < length; place += 1 + (length / 4))
                {
                    byte[] digits = [.. Enumerable.Repeat((byte)'7', length)], letters = [.. Enumerable.Repeat((byte)'b', length)];
                    digits[place] = letters[place] = (byte)value;
                    var (isDecimal, isHex) = (Decimal.Contains((char)value), Hex.Contains((char)value));

                    Assert.Equal(
                        isDecimal ? StringEncoding.NibbleDecimal : isHex ? StringEncoding.NibbleHex : StringEncoding.Raw, Nibbles.Classify(digits));
                    Assert.Equal(isHex ? StringEncoding.NibbleHex : StringEncoding.Raw, Nibbles.Classify(letters));
                }
            }
        }
    }
}
