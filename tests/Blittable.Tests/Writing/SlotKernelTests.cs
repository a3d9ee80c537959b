using System.Runtime.Intrinsics.X86;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>Compares slots written with vectors with those of the scalar twin.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class SlotKernelTests
{
    [Fact]
    public void Slots_equal_those_of_the_scalar_twin()
    {
        var random = new Random(5);
        var children = stackalloc uint[160];
        var expected = stackalloc byte[1024];
        var actual = stackalloc byte[2048];
        for (var round = 0; round < 5000; round++)
        {
            var width = random.Next(3);
            var count = random.Next(1, round % 2 == 0 ? 17 : 100);
            var address = (uint)random.NextInt64(1L << 32);
            for (var i = 0; i < 160; i++)
            {
                children[i] = address - (uint)random.Next(1, width == 0 ? 256 : width == 1 ? 65_536 : int.MaxValue);
            }

            SlotKernel.WriteScalar(expected, address, children, count, width);
            var bytes = new ReadOnlySpan<byte>(expected, count << width);
            Assert.Equal(bytes.Length, SlotKernel.Write(actual, address, children, count, width) - actual);
            Assert.True(bytes.SequenceEqual(new ReadOnlySpan<byte>(actual, bytes.Length)));
            SlotKernel.WriteVector128(actual + 512, address, children, count, width);
            Assert.True(bytes.SequenceEqual(new ReadOnlySpan<byte>(actual + 512, bytes.Length)));
            if (Avx2.IsSupported)
            {
                SlotKernel.WriteVector256(actual + 512, address, children, count, width);
                Assert.True(bytes.SequenceEqual(new ReadOnlySpan<byte>(actual + 512, bytes.Length)));
            }

            if (count <= 16)
            {
                Assert.Equal(bytes.Length, SlotKernel.WriteFew(actual + 512, address, children, count, width) - actual - 512);
                Assert.True(bytes.SequenceEqual(new ReadOnlySpan<byte>(actual + 512, bytes.Length)));
            }
        }
    }
}
