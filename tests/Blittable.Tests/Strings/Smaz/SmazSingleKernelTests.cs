using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

[Trait(Category.Name, Category.Vector)]
public class SmazSingleKernelTests
{
    [Fact]
    public void Bytes_without_a_code_of_their_own_are_those_that_no_symbol_of_one_byte_has()
    {
        var singles = SmazCodebook.Symbols.Where(symbol => symbol.Length == 1).Select(symbol => symbol.First).ToHashSet();
        var random = new Random(20261126);
        for (var length = 1; length <= 80; length++)
        {
            for (var round = 0; round < 50; round++)
            {
                var text = new byte[length];
                random.NextBytes(text);
                for (var i = 0; i < length; i++)
                {
                    text[i] = random.Next(3) == 0 ? text[i] : (byte)('a' + (text[i] % 26));
                }

                var expected = text.Take(64).Select((value, i) => singles.Contains(value) ? 0 : 1UL << i).Aggregate(0UL, (bits, bit) => bits | bit);
                using var guarded = new GuardedBytes(text);
                Assert.Equal(expected, SmazSingleKernel.Lacking(guarded.Span));
                Assert.Equal(expected, SmazSingleKernel.LackingScalar(guarded.Span));
            }
        }

        Assert.All(Enumerable.Range(0, 256), value => Assert.Equal(singles.Contains((byte)value) ? 0UL : 1, SmazSingleKernel.Lacking([(byte)value])));
    }
}
