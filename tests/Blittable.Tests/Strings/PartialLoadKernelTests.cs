using System.Runtime.Intrinsics;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

/// <summary>Vectors of fewer bytes than they hold.</summary>
public unsafe class PartialLoadKernelTests
{
    [Fact]
    public void The_last_bytes_that_may_be_read_are_loaded_with_zeros_behind_them()
    {
        for (var length = 0; length <= Vector256<byte>.Count; length++)
        {
            var bytes = Enumerable.Range(0, length).Select(i => (byte)(0xFF - i)).ToArray();
            using var text = new GuardedBytes(bytes);
            var padded = new byte[Vector256<byte>.Count];
            bytes.CopyTo(padded, 0);
            Assert.Equal(Vector256.Create(padded), PartialLoadKernel.Load256(text.Start, length));
            if (length <= Vector128<byte>.Count)
            {
                Assert.Equal(Vector128.Create(padded), PartialLoadKernel.Load128(text.Start, length));
                Assert.Equal(Vector128.Create(padded), PartialLoadKernel.Load128_Fallback(ref *text.Start, length));
            }
        }
    }
}
