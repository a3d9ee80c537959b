using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests.Indexes;

[Trait(Category.Name, Category.Vector)]
public sealed class IndexHashTests
{
    /// <summary>The hash is part of the format: words of eight bytes, then the remaining bytes with the first one most significant.</summary>
    [Fact]
    public void A_string_has_the_hash_defined_by_the_format()
    {
        var text = Encoding.ASCII.GetBytes("The quick brown fox jumps over the lazy dog.");
        for (var length = 0; length <= text.Length; length++)
        {
            var value = text.AsSpan(0, length);
            var hash = 0xE7037ED1A0B428DB ^ (ulong)length;
            for (; value.Length >= 8; value = value[8..])
            {
                hash = Fold(hash ^ BitConverter.ToUInt64(value));
            }

            ulong rest = 0;
            foreach (var b in value)
            {
                rest = (rest << 8) | b;
            }

            Assert.Equal(Fold(hash ^ rest), IndexHash.Of(text.AsSpan(0, length)));
        }
    }

    private static ulong Fold(ulong value)
    {
        var product = (UInt128)(value ^ 0xA0761D6478BD642F) * 0xE7037ED1A0B428DB;
        return (ulong)(product >> 64) ^ (ulong)product;
    }
}
