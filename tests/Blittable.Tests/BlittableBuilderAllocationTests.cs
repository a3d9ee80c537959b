using System.Buffers;

namespace Blittable.Tests;

public class BlittableBuilderAllocationTests
{
    [Fact]
    public void Building_a_known_shape_of_short_values_allocates_nothing()
    {
        using var builder = new BlittableBuilder();
        var output = new ArrayBufferWriter<byte>(1 << 12);
        Build();
        Build();

        var before = GC.GetAllocatedBytesForCurrentThread();
        Build();
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Build()
        {
            output.ResetWrittenCount();
            builder.WriteStartObject();
            builder.WritePropertyName("name");
            builder.WriteString("a name");
            builder.WritePropertyName("at"u8);
            builder.WriteDate(DateTimeOffset.UnixEpoch);
            builder.WriteEndObject();
            builder.Finish(output);
        }
    }
}
