using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public sealed class Vector256KernelTests
{
    private readonly Random _random = new(1);

    [Fact]
    public void Each_operation_equals_the_operation_on_its_lanes()
    {
        Assert.SkipUnless(Vector256Kernel.IsSupported, "The processor lacks the vectors of this kernel.");
        for (var round = 0; round < 1_000; round++)
        {
            var (left, right) = (Lanes(), Lanes());
            var counts = Vector256.Create(Count(), Count(), Count(), Count());
            var places = Vector256.Create([.. Enumerable.Range(0, 32).Select(_ => _random.Next(4) == 0 ? (byte)128 : (byte)_random.Next(16))]);
            var moved = Vector256Kernel.ShuffleHalves(left.AsByte(), places);
            var narrow = Vector256Kernel.Narrow(left.AsInt64(), right.AsInt64());
            for (var i = 0; i < 4; i++)
            {
                Assert.Equal(counts[i] == 64 ? 0 : left[i] << (int)counts[i], Vector256Kernel.ShiftLeft(left, counts)[i]);
                Assert.Equal(counts[i] == 64 ? 0 : left[i] >> (int)counts[i], Vector256Kernel.ShiftRight(left, counts)[i]);
                Assert.Equal((ulong)(uint)left[i] * (uint)right[i], Vector256Kernel.Multiply(left, right)[i]);
                Assert.Equal(((int)left[i], (int)right[i]), (narrow[i], narrow[i + 4]));
            }

            for (var i = 0; i < 32; i++)
            {
                Assert.Equal(places[i] == 128 ? 0 : left.AsByte()[(i & 16) + places[i]], moved[i]);
            }
        }
    }

    private ulong Count() => (ulong)_random.Next(65);

    private Vector256<ulong> Lanes() => Vector256.Create(
        (ulong)_random.NextInt64(long.MinValue, long.MaxValue), (ulong)_random.NextInt64(), (ulong)_random.Next(), (ulong)_random.NextInt64(long.MinValue, 0));
}
