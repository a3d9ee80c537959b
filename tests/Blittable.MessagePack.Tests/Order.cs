using Blittable;
using Blittable.Dates;
using MessagePack;

#if MESSAGEPACK3
// The analyzer of MessagePack-CSharp 3 knows only the formatters of this assembly.
[assembly: MessagePackAssumedFormattable(typeof(Timestamp))]
[assembly: MessagePackAssumedFormattable(typeof(BlittableDocument))]
#endif

namespace Blittable.MessagePack.Tests;

/// <summary>A typical class for MessagePack-CSharp, with a date and a document among its members.</summary>
[MessagePackObject]
public sealed class Order
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public Timestamp At { get; set; }

    [Key(2)]
    public Timestamp? Until { get; set; }

    [Key(3)]
    public BlittableDocument? Details { get; set; }

    [Key(4)]
    public string? Note { get; set; }

    /// <summary>Gets or sets a day with its own schema.</summary>
    [Key(5)]
    [MessagePackFormatter(typeof(TntEpochDateFormatter))]
    public Timestamp Day { get; set; }
}
