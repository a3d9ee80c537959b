using Blittable.Strings;

namespace Blittable.Tests.Strings;

public class SmazClassesTests
{
    [Fact]
    public void Bytes_of_symbols_have_classes_of_their_own_and_others_none()
    {
        var used = Enumerable.Range(0, SmazCodebook.SymbolCount).SelectMany(SymbolOf).ToHashSet();
        var classes = used.Select(SmazClasses.ClassOf).ToList();
        Assert.Equal(36, classes.Distinct().Count());
        Assert.All(classes, number => Assert.InRange(number, 1, SmazClasses.Count - 1));

        // The letters j, k and q are in no symbol, but classes of letters are counted through.
        var unused = Enumerable.Range(0, 256).Select(value => (byte)value).Where(value => !used.Contains(value) && !"jkq"u8.Contains(value));
        Assert.All(unused, value => Assert.Equal(0, SmazClasses.ClassOf(value)));
    }

    [Fact]
    public void Three_classes_pass_a_check_only_if_they_begin_a_symbol()
    {
        var triples = Enumerable.Range(0, SmazCodebook.SymbolCount).Select(SymbolOf).Where(symbol => symbol.Length >= 3)
            .Select(symbol => (SmazClasses.ClassOf(symbol[0]), SmazClasses.ClassOf(symbol[1]), SmazClasses.ClassOf(symbol[2]))).ToHashSet();
        Assert.Equal(95, triples.Count);
        for (var first = 0; first < SmazClasses.Count; first++)
        {
            for (var second = 0; second < SmazClasses.Count; second++)
            {
                for (var third = 0; third < SmazClasses.Count; third++)
                {
                    var hash = (first + (SmazClasses.SecondFactor * second) + (SmazClasses.ThirdFactor * third)) & SmazClasses.HashMask;
                    var check = SmazClasses.Tables.Entries[SmazClasses.TriplesStart + hash] >> 24;
                    var expected = third | (second >= SmazClasses.HighSecond ? SmazClasses.SecondIsHigh : 0);
                    Assert.Equal(triples.Contains((first, second, third)), (check & ~SmazClasses.IsPrefix) == expected);
                }
            }
        }
    }

    private static byte[] SymbolOf(int code)
    {
        var entry = SmazCodebook.Entries[code];
        return BitConverter.GetBytes(entry)[..SmazCodebook.LengthOf(entry)];
    }
}
