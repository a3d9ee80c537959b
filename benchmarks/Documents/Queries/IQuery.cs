using System.Text.Json;
using MessagePack;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Three properties of a corpus's documents, read through each form's own interface.</summary>
/// <remarks>
/// Every method reads the same and returns the same number, made of the values: numbers as they are, and 1 for a string that
/// equals a given one. So the sum over a corpus shows whether two forms agree. The methods are not inlined: into the loop of
/// the timer the compiler would inline as much as its budget allows, and call what is left.
/// </remarks>
internal interface IQuery
{
    static abstract double Read(JsonElement document);

    static abstract double Read(JToken document);

    static abstract double Read(BsonDocument document);

    /// <summary>Whether the query can be answered by going through the tokens of a document, as the two methods after this one do.</summary>
    static virtual bool HasScans => false;

    /// <summary>Reads from the text, whose tokens it goes through to the end.</summary>
    static virtual double Scan(ref Utf8JsonReader json) => throw new NotSupportedException();

    /// <summary>Reads from MessagePack, whose tokens it goes through to the end.</summary>
    static virtual double Scan(ref MessagePackReader packed) => throw new NotSupportedException();

    /// <summary>Reads with names as UTF-8 text, found by comparing.</summary>
    static abstract double ReadByText(in BlittableValue document);

    /// <summary>Reads with prepared names, which remember where they were found last.</summary>
    static abstract double ReadByName(in BlittableValue document);
}
