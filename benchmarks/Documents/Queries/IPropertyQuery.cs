using System.Text.Json;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Defines a query whose properties can also be found without using their values, which measures access without decoding.</summary>
/// <remarks>Each method returns the sum of the kinds of the properties found. The numeric values of the kinds are equal in both libraries.</remarks>
internal interface IPropertyQuery : IQuery
{
    static abstract double Find(JsonElement document);

    static abstract double FindByText(in BlittableValue document);

    static abstract double FindByName(in BlittableValue document);
}
