using Blittable.Dates;

namespace Blittable.Generated;

/// <content>Dates, as dates and not as their texts; and what is a string in JSON.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes a date and a time: with <c>Z</c>, the offset of this machine or none, by its kind.</summary>
    public void Write(DateTime value) => WriteDate(
        Timestamp.FromDateTime(value), value.Ticks,
        value.Kind switch { DateTimeKind.Utc => DateTextZone.Z, DateTimeKind.Local => DateTextZone.Offset, _ => DateTextZone.None });

    /// <summary>Writes a date and a time with its offset.</summary>
    public void Write(DateTimeOffset value) => WriteDate(Timestamp.FromDateTimeOffset(value), value.Ticks, DateTextZone.Offset);

    /// <summary>Writes a day.</summary>
    public void Write(DateOnly value) => _writer.BuildDate(Timestamp.FromDateOnly(value), DateTextForm.DateOnly, Options.Mode == BlittableMode.Disk);

    /// <summary>Writes an instant in the form that its text has.</summary>
    public void Write(Timestamp value) => _writer.BuildDate(value, DateTextForm.For(value), Options.Mode == BlittableMode.Disk);

    /// <summary>Writes a time of day as a string.</summary>
    public void Write(TimeOnly value) => Write(value.ToTimeSpan());

    /// <summary>Writes a duration as a string.</summary>
    public void Write(TimeSpan value) => WriteFormatted(value, "c");

    /// <summary>Writes 32 digits and 4 hyphens as a string.</summary>
    public void Write(Guid value) => WriteFormatted(value, "D");

    /// <summary>Writes an address as a string.</summary>
    public void Write(Uri? value) => Write(value?.OriginalString);

    /// <summary>Writes a version as a string.</summary>
    public void Write(Version? value) => Write(value?.ToString());

    private void WriteDate(in Timestamp value, long ticks, DateTextZone zone)
    {
        var digits = 0;
        var fraction = (int)(ticks % TimeSpan.TicksPerSecond);
        if (fraction != 0)
        {
            for (digits = 7; fraction % 10 == 0; fraction /= 10)
            {
                digits--;
            }
        }

        _writer.BuildDate(value, new DateTextForm('T', digits, zone), Options.Mode == BlittableMode.Disk);
    }
}
