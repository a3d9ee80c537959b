using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Vectors loaded from fewer bytes than they hold.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class PartKernelTests
{
    [Fact]
    public void The_last_readable_bytes_are_loaded_followed_by_zeros()
    {
        for (var count = 0; count <= Vector512<byte>.Count; count++)
        {
            var bytes = Enumerable.Range(0, count).Select(i => (byte)(0xFF - i)).ToArray();
            using var text = new GuardedBytes(bytes);
            var padded = new byte[Vector512<byte>.Count];
            bytes.CopyTo(padded, 0);
            if (Avx512BW.IsSupported)
            {
                Assert.Equal(Vector512.Create(padded), PartKernel.Load512(text.Start, count));
                Assert.Equal(Vector512.Create(padded), PartKernel.Load512(ref *text.Start, count));
            }

            if (count <= Vector256<byte>.Count)
            {
                Assert.Equal(Vector256.Create(padded), PartKernel.Load256(text.Start, count));
                Assert.Equal(Vector256.Create(padded), PartKernel.Load256(ref *text.Start, count));
            }

            if (count <= Vector128<byte>.Count)
            {
                Assert.Equal(Vector128.Create(padded), PartKernel.Load128(ref *text.Start, count));
                Assert.Equal(Vector128.Create(padded), PartKernel.Load128Scalar(ref *text.Start, count));
            }
        }
    }
}
