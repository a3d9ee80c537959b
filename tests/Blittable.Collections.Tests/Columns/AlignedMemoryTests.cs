using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class AlignedMemoryTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1000)]
    public void Memory_has_the_requested_length_and_starts_on_a_cache_line(int count)
    {
        Check<bool>(count);
        Check<int>(count);
        Check<double>(count);
    }

    private static unsafe void Check<T>(int count)
        where T : unmanaged
    {
        var memory = AlignedMemory.Allocate<T>(count);
        memory.Span.Clear();

        Assert.Equal(count, memory.Length);
        fixed (T* first = memory.Span)
        {
            Assert.Equal(0, (nint)first % 64);
        }
    }
}
