using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

public class PartKernelTests
{
    [Fact]
    public void A_part_is_loaded_with_zeros_behind_it()
    {
        byte[] text = [.. Enumerable.Range(1, 200).Select(i => (byte)i)];
        for (var start = 0; start < 40; start++)
        {
            for (var count = -40; count <= 40; count++)
            {
                var expected = new byte[32];
                if (count > 0)
                {
                    text.AsSpan(start, Math.Min(count, 32)).CopyTo(expected);
                }

                Assert.Equal(Vector256.Create(expected), PartKernel.Load256(ref MemoryMarshal.GetArrayDataReference(text), start, count));
            }
        }
    }
}
