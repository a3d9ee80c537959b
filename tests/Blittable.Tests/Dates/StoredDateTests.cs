using System.Text;
using Blittable.Dates;

namespace Blittable.Tests.Dates;

[Trait(Category.Name, Category.Vector)]
public class StoredDateTests
{
    [Fact]
    public void A_memory_mode_date_is_its_little_endian_record()
    {
        const string expected =
            "C0B7C86000000000" // seconds: 1,623,766,976
            + "00000000"       // nanoseconds
            + "4CFF"           // offset: -180 minutes
            + "0000";          // zone index
        var (formClass, payload) = WriteRaw("2021-06-15T11:22:56-03:00");
        Assert.Equal((4, expected), (formClass, Convert.ToHexString(payload)));
    }

    [Fact]
    public void A_rare_text_form_is_stored_after_the_record()
    {
        const string expected =
            "C0B7C86000000000" // seconds: 1,623,766,976
            + "FFC99A3B"       // nanoseconds: 999,999,999
            + "0000"           // offset
            + "0000"           // zone index
            + "8900";          // form: 'T' (80), no zone (00), 9 digits
        var (formClass, payload) = WriteRaw("2021-06-15T14:22:56.999999999");
        Assert.Equal((7, expected), (formClass, Convert.ToHexString(payload)));
    }

    [Theory]
    [InlineData("2011-01-01", 0, "0000")]                          // int16: day 0
    [InlineData("1969-12-31", 0, "80C5")]                          // int16: -14976
    [InlineData("9999-12-31", 1, "21862C")]                        // int24: 2,917,921 days
    [InlineData("2011-01-01T00:00:01Z", 2, "01000000")]            // int32: 1 second
    [InlineData("2010-12-31T23:59:59", 3, "FFFFFFFF")]             // int32: -1 second
    [InlineData("2011-01-01 00:00:00", 4, "00000000")]             // int32
    [InlineData("2011-01-01T00:00:00-03:30", 5, "38310000" + "F2")] // int32: 12,600 seconds; int8: -14 quarters
    [InlineData("2011-01-01T00:00:00.001Z", 6, "0100000000")]      // int40: 1 ms
    [InlineData("2041-01-01T00:00:00.001Z", 7, "0108F66FDC00")]    // int48: 10,958 days and 1 ms
    [InlineData("2011-01-01T00:00:00.00002Z", 8, "0502")]          // 5 digits, 1 byte; 2
    [InlineData("2011-01-01t00:00:00.3Z", 9, "110103")]            // form 't', Z, 1 digit; 1 byte; 3
    [InlineData("2011-01-01T00:00:00.3+00:01", 9, "B122ABFD" + "0100")] // form, 2 bytes, minutes; -597 tenths; 1 minute
    public void A_disk_mode_date_uses_few_bytes(string text, int formClass, string payload)
    {
        var (actualClass, actual) = WriteCompact(text);
        Assert.Equal((formClass, payload), (actualClass, Convert.ToHexString(actual)));
    }

    [Fact]
    public void Every_text_form_is_restored_in_both_modes()
    {
        var random = new Random(4);
        var payload = new byte[32];
        foreach (var form in RandomDates.AllForms())
        {
            for (var i = 0; i < 300; i++)
            {
                AssertRestored(RandomDates.NextFor(form, random), form, payload);
            }
        }
    }

    [Fact]
    public void Records_without_a_text_form_are_restored_in_both_modes()
    {
        var random = new Random(5);
        var forms = RandomDates.AllForms().ToArray();
        var payload = new byte[32];
        for (var i = 0; i < 20_000; i++)
        {
            var value = random.Next(2) == 0
                ? RandomDates.Next(random)
                : new Timestamp(
                    random.NextInt64(long.MinValue, long.MaxValue),
                    (uint)random.NextInt64(1L << 32),
                    (short)random.Next(-32768, 32768),
                    (ushort)random.Next(65536));
            AssertRestored(value, forms[random.Next(forms.Length)], payload);
        }
    }

    [Fact]
    public void A_truncated_payload_is_refused()
    {
        var random = new Random(6);
        var forms = RandomDates.AllForms().ToArray();
        var payload = new byte[32];
        for (var i = 0; i < 5_000; i++)
        {
            var form = forms[random.Next(forms.Length)];
            var value = RandomDates.NextFor(form, random);
            var length = CompactStoredDate.Write(value, form, payload, out var formClass);
            for (var cut = 0; cut < length; cut++)
            {
                Assert.False(CompactStoredDate.TryRead(formClass, payload.AsSpan(0, cut), out _, out _, out _));
            }

            length = RawStoredDate.Write(value, form, payload, out formClass);
            Assert.False(RawStoredDate.TryRead(formClass, payload.AsSpan(0, length - 1), out _, out _, out _));
        }
    }

    [Fact]
    public void Any_bytes_are_read_or_refused()
    {
        var random = new Random(7);
        var payload = new byte[32];
        var text = new byte[Iso8601.MaxLength];
        for (var i = 0; i < 100_000; i++)
        {
            random.NextBytes(payload);
            var bytes = payload.AsSpan(0, random.Next(payload.Length));
            if (CompactStoredDate.TryRead(random.Next(-1, 12), bytes, out var value, out var form, out var consumed)
                || RawStoredDate.TryRead(random.Next(-1, 9), bytes, out value, out form, out consumed))
            {
                Assert.InRange(consumed, 1, bytes.Length);
                Iso8601.TryFormat(value, form, text, out _);
            }
        }
    }

    [Theory]
    [InlineData("2021-06-15 of June")]
    [InlineData("2021-06-31")]
    [InlineData("a")]
    [InlineData("")]
    public void Other_text_is_not_stored_as_a_date(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text + "            ");
        Assert.False(RawStoredDate.TryParse(ref bytes[0], text.Length, new byte[32], out _, out _));
        Assert.False(CompactStoredDate.TryParse(ref bytes[0], text.Length, new byte[32], out _, out _));
    }

    private static void AssertRestored(Timestamp value, DateTextForm form, byte[] payload)
    {
        var length = CompactStoredDate.Write(value, form, payload, out var formClass);
        Assert.True(length <= CompactStoredDate.MaxLength && formClass < CompactStoredDate.ClassCount);
        Assert.True(CompactStoredDate.TryRead(formClass, payload, out var read, out var readForm, out var consumed));
        Assert.Equal((form, length), (readForm, consumed));
        RandomDates.AssertSame(value, read);

        length = RawStoredDate.Write(value, form, payload, out formClass);
        Assert.True(length <= RawStoredDate.MaxLength && formClass < RawStoredDate.ClassCount);
        Assert.True(RawStoredDate.TryRead(formClass, payload, out read, out readForm, out consumed));
        Assert.Equal((form, length, RawStoredDate.LengthOf(formClass)), (readForm, consumed, length));
        RandomDates.AssertSame(value, read);
    }

    private static (int FormClass, byte[] Payload) WriteRaw(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var payload = new byte[RawStoredDate.MaxLength];
        Assert.True(RawStoredDate.TryParse(ref bytes[0], bytes.Length, payload, out var written, out var formClass));
        return (formClass, payload[..written]);
    }

    private static (int FormClass, byte[] Payload) WriteCompact(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var payload = new byte[CompactStoredDate.MaxLength];
        Assert.True(CompactStoredDate.TryParse(ref bytes[0], bytes.Length, payload, out var written, out var formClass));
        return (formClass, payload[..written]);
    }
}
