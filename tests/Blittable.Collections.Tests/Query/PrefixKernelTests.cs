using System.Text;
using Blittable.Collections;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class PrefixKernelTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Strings_match_as_they_do_one_by_one(bool isWhole)
    {
        var random = new Random(1);
        for (var round = 0; round < 2000; round++)
        {
            var wanted = Text(random, random.Next(24));
            var texts = Enumerable.Range(0, random.Next(12)).Select(_ => random.Next(3) switch
            {
                0 => wanted,
                1 => wanted + Text(random, random.Next(6)),
                _ => Text(random, random.Next(24)),
            }).ToArray();
            var ends = new int[texts.Length];
            for (var i = 0; i < ends.Length; i++)
            {
                ends[i] = texts[i].Length + (i == 0 ? 0 : ends[i - 1]);
            }

            // Bytes after the last string must not affect the result.
            var bytes = Encoding.UTF8.GetBytes(string.Concat(texts) + wanted[..random.Next(wanted.Length + 1)]);
            var matches = new byte[texts.Length];

            PrefixKernel.Match(bytes, ends, Encoding.UTF8.GetBytes(wanted), isWhole, matches);

            Assert.Equal(texts.Select(text => (isWhole ? text == wanted : text.StartsWith(wanted, StringComparison.Ordinal)) ? (byte)1 : (byte)0), matches);
        }
    }

    private static string Text(Random random, int length) => string.Concat(Enumerable.Range(0, length).Select(_ => random.Next(8) == 0 ? 'b' : 'a'));
}
