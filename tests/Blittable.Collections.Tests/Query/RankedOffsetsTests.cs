using Blittable.Collections;
using Blittable.Collections.Query.Aggregates;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class RankedOffsetsTests
{
    [Fact]
    public void The_offset_of_every_rank_and_the_next_equal_those_after_sorting()
    {
        var offsets =
            from most in Gen.Elements(1U, 100U, 5000U, 1U << 20, uint.MaxValue)
            from values in Gen.Choose(0, int.MaxValue).Select(value => (uint)((ulong)(uint)value * most / int.MaxValue)).NonEmptyListOf()
            select (Span: (ulong)most + 1, Values: values.ToArray());
        Prop.ForAll(offsets.ToArbitrary(), sample =>
        {
            var half = sample.Values.Length / 2;
            var ranked = Of(sample.Span, sample.Values.AsSpan(0, half));
            ranked.Add(Of(sample.Span, sample.Values.AsSpan(half)));
            var sorted = sample.Values.Order().ToArray();

            Assert.Equal(sorted.Length, ranked.Count);
            for (var rank = 0; rank < sorted.Length; rank++)
            {
                Assert.Equal((sorted[rank], sorted[Math.Min(rank + 1, sorted.Length - 1)]), ranked.Neighbours(rank));
            }
        }).Check(Config.QuickThrowOnFailure);
    }

    private static RankedOffsets Of(ulong span, ReadOnlySpan<uint> values)
    {
        var ranked = new RankedOffsets(span);
        foreach (var value in values)
        {
            ranked.Add(value);
        }

        return ranked;
    }
}
