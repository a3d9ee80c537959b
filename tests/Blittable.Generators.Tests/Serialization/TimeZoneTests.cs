using System.Text.Json;
using Blittable.Generated;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Dates are written and read as by System.Text.Json east and west of Greenwich, up to the first and last instant of .NET.</summary>
[Collection(nameof(TimeZoneTests))]
public sealed class TimeZoneTests
{
    public static TheoryData<string> Zones => ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"];

    [Theory]
    [MemberData(nameof(Zones))]
    public void Dates_of_every_kind_are_written_and_read(string zone) => In(zone, () =>
    {
        DateTime[] dates = [DateTime.MinValue, new(1, 1, 2), new(2024, 1, 31, 12, 0, 0), new(2024, 7, 1, 23, 59, 59, 999), new(9999, 12, 30), DateTime.MaxValue];
        foreach (var date in dates)
        {
            foreach (var kind in Enum.GetValues<DateTimeKind>())
            {
                Differential.Write(DateTime.SpecifyKind(date, kind));
                var text = JsonSerializer.Serialize(DateTime.SpecifyKind(date, kind));
                CheckReading(text);
                using var written = BlittableSerializer.SerializeToDocument(DateTime.SpecifyKind(date, kind));
                Assert.Equal(Read(() => JsonSerializer.Deserialize<DateTimeOffset>(text)), Read(() => BlittableSerializer.Deserialize<DateTimeOffset>(written.Root)));
                Assert.Equal(Read(() => JsonSerializer.Deserialize<DateTimeOffset>(text)), Read(() => BlittableViews.ReadDateTimeOffset(BlittableValue.Open(written.Bytes.Span))));
            }
        }

        CheckReading("\"0001-01-01T00:00:00+02:00\"");
        CheckReading("\"0001-01-01T00:00:00-02:00\"");
        CheckReading("\"9999-12-31T23:59:59+14:00\"");
        CheckReading("\"9999-12-31T23:59:59-14:00\"");
        CheckReading("\"0001-01-01\"");
        CheckReading("\"9999-12-31\"");
    });

    private static void CheckReading(string text)
    {
        Differential.Read<DateTime>(text);
        Differential.Read<DateTimeOffset>(text);
        Differential.Read<DateOnly>(text);
    }

    private static string Read(Func<DateTimeOffset> read)
    {
        try
        {
            return read().ToString("O", System.Globalization.CultureInfo.InvariantCulture);
        }
        catch (Exception fault) when (fault is JsonException or BlittableException)
        {
            return "refused";
        }
    }

    private static void In(string zone, Action check)
    {
        var before = Environment.GetEnvironmentVariable("TZ");
        try
        {
            Set(zone);
            Assert.Equal(zone, TimeZoneInfo.Local.Id);
            check();
        }
        finally
        {
            Set(before);
        }

        static void Set(string? name)
        {
            Environment.SetEnvironmentVariable("TZ", name);
            TimeZoneInfo.ClearCachedData();
        }
    }
}

/// <summary>Tests that change the time zone of the process, which therefore run alone.</summary>
[CollectionDefinition(nameof(TimeZoneTests), DisableParallelization = true)]
public sealed class TimeZoneCollection;
