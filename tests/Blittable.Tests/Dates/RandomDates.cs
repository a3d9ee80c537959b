using Blittable.Dates;

namespace Blittable.Tests.Dates;

/// <summary>Seeded dates for the tests of this folder.</summary>
internal static class RandomDates
{
    /// <summary>Returns an instant in the years 0001 to 9999. Nanoseconds, offset and zone are each present in half of the cases.</summary>
    public static Timestamp Next(Random random) => new(
        random.NextInt64(new DateTimeOffset(1, 1, 1, 0, 0, 0, default).ToUnixTimeSeconds(), DateTimeOffset.MaxValue.ToUnixTimeSeconds() + 1),
        random.Next(2) == 0 ? 0 : (uint)random.Next(1_000_000_000),
        random.Next(2) == 0 ? (short)0 : (short)random.Next(-1439, 1440),
        random.Next(2) == 0 ? (ushort)0 : (ushort)random.Next(480));

    /// <summary>All text forms: 3 separators × 10 digit counts × 5 suffixes, and the date alone.</summary>
    public static IEnumerable<DateTextForm> AllForms()
    {
        yield return DateTextForm.DateOnly;
        foreach (var separator in "Tt ")
        {
            for (var digits = 0; digits <= 9; digits++)
            {
                foreach (var zone in Enum.GetValues<DateTextZone>())
                {
                    yield return new DateTextForm(separator, digits, zone);
                }
            }
        }
    }

    /// <summary>Returns a record that a text of the form can represent, with all fields that the form shows.</summary>
    public static Timestamp NextFor(DateTextForm form, Random random)
    {
        var value = Next(random);
        if (form.IsDateOnly)
        {
            return new(value.UnixSeconds - (((value.UnixSeconds % 86_400) + 86_400) % 86_400));
        }

        var unit = (uint)Math.Pow(10, 9 - form.FractionDigits);
        var nanoseconds = form.FractionDigits == 0 ? 0 : (uint)random.Next(1_000_000_000) / unit * unit;
        return new(value.UnixSeconds, nanoseconds, form.Zone == DateTextZone.Offset ? (short)random.Next(-1439, 1440) : (short)0);
    }

    public static void AssertSame(Timestamp expected, Timestamp actual)
    {
        Assert.Equal(expected.UnixSeconds, actual.UnixSeconds);
        Assert.Equal(expected.Nanoseconds, actual.Nanoseconds);
        Assert.Equal(expected.OffsetMinutes, actual.OffsetMinutes);
        Assert.Equal(expected.ZoneIndex, actual.ZoneIndex);
    }
}
