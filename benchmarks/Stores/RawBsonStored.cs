using System.Text;
using MongoDB.Bson;

namespace Blittable.Benchmarks.Stores;

/// <summary>Searches BSON with the MongoDB driver without building a tree.</summary>
internal sealed class RawBsonStored() : StoredForm("BSON, RawBsonDocument")
{
    public override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => BsonDocument.Parse(Encoding.UTF8.GetString(json.Span)).ToBson();

    public override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        // RawBsonDocument accepts only a managed array.
        using var document = new RawBsonDocument(stored.ToArray());
        double sum = 0;
        foreach (var property in properties)
        {
            BsonValue? value = document;
            foreach (var step in property.Names)
            {
                value = value is BsonDocument inner && inner.TryGetValue(step, out var found) ? found : null;
            }

            sum += value switch
            {
                { IsNumeric: true } => value.ToDouble(),
                { IsString: true } => value.AsString.Length,
                _ => 0,
            };
        }

        return sum;
    }
}
