using Blittable.Dates;

namespace Blittable.Generated;

/// <content>Writes dates as dates instead of texts, and types that are strings in JSON.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes a date and time. Depending on its kind, the text has <c>Z</c>, the local offset, or no offset.</summary>
    public void Write(DateTime value) => WriteDate(
        Timestamp.FromDateTime(value), value.Ticks,
        value.Kind switch { DateTimeKind.Utc => DateTextZone.Z, DateTimeKind.Local => DateTextZone.Offset, _ => DateTextZone.None });

    /// <summary>Writes a date and time with its offset.</summary>
    public void Write(DateTimeOffset value) => WriteDate(Timestamp.FromDateTimeOffset(value), value.Ticks, DateTextZone.Offset);

    /// <summary>Writes a date without a time.</summary>
    public void Write(DateOnly value) => _writer.BuildDate(Timestamp.FromDateOnly(value), DateTextForm.DateOnly, Options.Mode == BlittableMode.Disk);

    /// <summary>Writes an instant in its default text form.</summary>
    public void Write(Timestamp value) => _writer.BuildDate(value, DateTextForm.For(value), Options.Mode == BlittableMode.Disk);

    /// <summary>Writes a time of day as a string.</summary>
    public void Write(TimeOnly value) => Write(value.ToTimeSpan());

    /// <summary>Writes a duration as a string.</summary>
    public void Write(TimeSpan value) => WriteFormatted(value, "c");

    /// <summary>Writes a GUID as a string of 32 digits and 4 hyphens.</summary>
    public void Write(Guid value) => WriteFormatted(value, "D");

    /// <summary>Writes a URI as a string.</summary>
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
