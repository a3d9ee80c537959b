using Blittable.Layout;
using Blittable.Reading;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Layout;

/// <summary>Compares integers that are read by a table with those that the general decoder reads.</summary>
[Trait(Category.Name, Category.Vector)]
public class IntegerTagTests
{
    [Fact]
    public void Each_tag_is_read_as_by_the_general_decoder()
    {
        var random = new Random(1);
        var payload = new byte[12];
        for (var tag = 0; tag <= byte.MaxValue; tag++)
        {
            for (var i = 0; i < 200; i++)
            {
                random.NextBytes(payload);
                if (i % 3 == 0)
                {
                    payload.AsSpan(0, 8).Fill((byte)(i % 2 == 0 ? 0 : 0xFF));
                    payload[7] = (byte)(i % 5 == 0 ? 0x80 : payload[7]);
                }

                byte[] document = [(byte)tag, .. payload];
                var isInteger = tag is <= Tag.SmallIntegerLast or (>= Tag.Integer and <= Tag.NegativeIntegerLast);
                var isRead = IntegerTag.TryReadInt64(document, 0, (byte)tag, out var value);
                if (!isInteger)
                {
                    Assert.False(isRead);
                    Assert.Equal(0, value);
                    continue;
                }

                Assert.True(StoredNumber.TryRead(document, 0, out var number));
                Assert.Equal(number.Magnitude <= long.MaxValue, isRead);
                if (isRead)
                {
                    Assert.Equal(number.IsNegative ? -(long)number.Magnitude : (long)number.Magnitude, value);
                }
            }
        }
    }

    [Fact]
    public void An_integer_at_the_end_of_the_bytes_is_left_to_the_general_decoder()
    {
        for (var after = 0; after < 10; after++)
        {
            var document = new byte[1 + after];
            document[0] = 7;

            Assert.Equal(after >= sizeof(ulong), IntegerTag.TryReadInt64(document, 0, 7, out var value));
            Assert.Equal(after >= sizeof(ulong) ? 7 : 0, value);
        }

        Assert.False(IntegerTag.TryReadInt64([], 0, Tag.None, out _));
        Assert.Equal(7, BlittableValue.Open(DocumentBytes.Of(7)).GetInt64());
    }
}
