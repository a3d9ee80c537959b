using System.Text.Json;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>A query whose properties can also be found without using their values: what access costs, whatever a value costs to decode.</summary>
/// <remarks>Each method returns the sum of the kinds of what it found, which have the same numbers in both libraries.</remarks>
internal interface IPropertyQuery : IQuery
{
    static abstract double Find(JsonElement document);

    static abstract double FindByText(in BlittableValue document);

    static abstract double FindByName(in BlittableValue document);
}
