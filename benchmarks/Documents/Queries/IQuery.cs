using System.Text.Json;
using MessagePack;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads three properties of the documents of a corpus through the interface of each form.</summary>
/// <remarks>
/// All methods read equal properties and return an equal number, computed from the values: a number as it is, and 1 for a string that equals a given string.
/// Therefore the sum over a corpus shows whether two forms agree. The methods are not inlined, because the compiler would inline as many as its budget allows
/// into the timing loop and call the rest.
/// </remarks>
internal interface IQuery
{
    static abstract double Read(JsonElement document);

    static abstract double Read(JToken document);

    static abstract double Read(BsonDocument document);

    /// <summary>Gets a value that indicates whether a scan of a document's tokens can answer the query, as the two methods that follow do.</summary>
    static virtual bool HasScans => false;

    /// <summary>Reads from JSON text by scanning the tokens to the end.</summary>
    static virtual double Scan(ref Utf8JsonReader json) => throw new NotSupportedException();

    /// <summary>Reads from MessagePack by scanning the tokens to the end.</summary>
    static virtual double Scan(ref MessagePackReader packed) => throw new NotSupportedException();

    /// <summary>Reads with names as UTF-8 text, which are found by comparison.</summary>
    static abstract double ReadByText(in BlittableValue document);

    /// <summary>Reads with prepared names, which remember their last position.</summary>
    static abstract double ReadByName(in BlittableValue document);
}
