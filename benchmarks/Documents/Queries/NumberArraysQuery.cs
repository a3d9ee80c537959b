using System.Runtime.CompilerServices;
using System.Text.Json;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>The sum of all numbers of a document, as <see cref="NumbersQuery"/> has it, but those of an array copied at once.</summary>
internal readonly struct NumberArraysQuery : IQuery
{
    private static readonly double[] Numbers = new double[1 << 16];

    public static double Read(JsonElement document) => NumbersQuery.Read(document);

    public static double Read(JToken document) => throw new NotSupportedException();

    public static double ReadByText(in BlittableValue document) => Sum(document);

    public static double ReadByName(in BlittableValue document) => Sum(document);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Sum(in BlittableValue value)
    {
        double sum = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (BlittableProperty property in value.EnumerateObject())
                {
                    sum += Sum(property.Value);
                }

                return sum;
            case BlittableValueKind.Array when value.TryCopyNumbers(Numbers, out int count):
                foreach (double number in Numbers.AsSpan(0, count))
                {
                    sum += number;
                }

                return sum;
            case BlittableValueKind.Array:
                foreach (BlittableValue element in value.EnumerateArray())
                {
                    sum += Sum(element);
                }

                return sum;
            case BlittableValueKind.Number:
                return value.GetDouble();
            default:
                return sum;
        }
    }
}
