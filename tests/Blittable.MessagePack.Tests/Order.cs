using Blittable;
using Blittable.Dates;
using MessagePack;

#if MESSAGEPACK3
// The analyzer of MessagePack-CSharp 3 knows the formatters of this assembly only.
[assembly: MessagePackAssumedFormattable(typeof(Timestamp))]
[assembly: MessagePackAssumedFormattable(typeof(BlittableDocument))]
#endif

namespace Blittable.MessagePack.Tests;

/// <summary>What a user of MessagePack-CSharp has: a class with a date and a document among its members.</summary>
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

    /// <summary>A day, by a schema of its own.</summary>
    [Key(5)]
    [MessagePackFormatter(typeof(TntEpochDateFormatter))]
    public Timestamp Day { get; set; }
}
