using Google.FlatBuffers;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a <see cref="FlatRow"/> as a FlatBuffers table. The accessors match the output of <c>flatc --csharp</c> for a schema of these sixteen
/// fields, three of which the benchmark reads.</summary>
internal readonly struct FlatRowBuffer
{
    private const int Fields = 16;

    private readonly Table _table;

    private FlatRowBuffer(int position, ByteBuffer buffer) => _table = new Table(position, buffer);

    public int CustomerId => _table.__offset(Slot(1)) is not 0 and var at ? _table.bb.GetInt(_table.bb_pos + at) : 0;

    public double Price => _table.__offset(Slot(9)) is not 0 and var at ? _table.bb.GetDouble(_table.bb_pos + at) : 0;

    public DateTime Created => new(_table.__offset(Slot(12)) is not 0 and var at ? _table.bb.GetLong(_table.bb_pos + at) : 0, DateTimeKind.Utc);

    public static FlatRowBuffer Open(ByteBuffer buffer) => new(buffer.GetInt(buffer.Position) + buffer.Position, buffer);

    public static byte[] Write(FlatRow row)
    {
        var builder = new FlatBufferBuilder(1024);
        var customer = builder.CreateString(row.Customer);
        var email = builder.CreateString(row.Email);
        var city = builder.CreateString(row.City);
        var country = builder.CreateString(row.Country);
        var status = builder.CreateString(row.Status);
        builder.StartTable(Fields);
        builder.AddLong(0, row.Id, 0);
        builder.AddInt(1, row.CustomerId, 0);
        builder.AddOffset(2, customer.Value, 0);
        builder.AddOffset(3, email.Value, 0);
        builder.AddOffset(4, city.Value, 0);
        builder.AddOffset(5, country.Value, 0);
        builder.AddBool(6, row.IsActive, false);
        builder.AddBool(7, row.IsPaid, false);
        builder.AddInt(8, row.Quantity, 0);
        builder.AddDouble(9, row.Price, 0);
        builder.AddDouble(10, row.Discount, 0);
        builder.AddDouble(11, row.Tax, 0);
        builder.AddLong(12, row.Created.Ticks, 0);
        builder.AddLong(13, row.Shipped.Ticks, 0);
        builder.AddOffset(14, status.Value, 0);
        builder.AddInt(15, row.Priority, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    /// <summary>Returns the position of a field in the offset table, which follows two lengths.</summary>
    private static int Slot(int field) => 4 + (2 * field);
}
