using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class ColumnBufferTests
{
    [Fact]
    public void A_reservation_larger_than_an_array_is_rejected()
    {
        var buffer = new ColumnBuffer();
        buffer.WriteByte(7);

        var error = Assert.Throws<BlittableException>(() => buffer.Reserve(Array.MaxLength).Length);
        Assert.Equal(BlittableErrorCode.DocumentTooLarge, error.Code);
        Assert.Throws<BlittableException>(() => buffer.Reserve(1L << 40).Length);
        Assert.Equal([7], buffer.Written.ToArray());
    }
}
