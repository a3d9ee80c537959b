using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

public sealed class SealedRecordTests
{
    /// <summary>The bytes of some offsets are the limit of a varint byte, 0x80, or end with the largest last byte, 0x7F.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(8192)]
    [InlineData(16_383)]
    [InlineData(16_384)]
    [InlineData(2_097_152)]
    [InlineData(5_000_000_000)]
    [InlineData(long.MaxValue)]
    public void A_record_is_found_only_at_the_offset_that_it_contains(long offset)
    {
        var contents = new DirectoryBuffer();
        contents.WriteCount(offset);
        var record = SealedRecord.Seal(SealedRecord.Footer, contents.Written);

        Assert.True(SealedRecord.IsHeader(record, out var kind, out var length));
        Assert.Equal((SealedRecord.Footer, record.Length), (kind, length));
        Assert.True(SealedRecord.IsAt(record, offset));
        Assert.False(SealedRecord.IsAt(record, offset ^ 1));
        Assert.False(SealedRecord.IsAt(record, offset ^ (1L << 40)));
        Assert.False(SealedRecord.IsAt(record.AsSpan(0, record.Length - 1), offset));
        Assert.True(SealedRecord.Open(record, SealedRecord.Footer, offset).IsAtEnd);
    }
}
