using System.Text;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <summary>Finds the first value that JSON cannot represent, to name its path in an error.</summary>
internal static class NotJsonSearch
{
    /// <summary>The maximum number of values to visit, and the depth. A document with shared values can represent very many values.</summary>
    private const int MostValues = 1 << 20, MaxDepth = 200;

    /// <summary>Returns the path of the first value that JSON cannot represent, or null if the search was given up.</summary>
    /// <param name="value">A value that contains such a value.</param>
    public static BlittablePath? Find(in BlittableValue value)
    {
        var rest = MostValues;
        List<PathStep> steps = [];
        return TryFind(value, steps, ref rest) ? BlittablePath.Of([.. steps]) : null;
    }

    private static bool TryFind(in BlittableValue value, List<PathStep> steps, ref int rest)
    {
        if (--rest < 0)
        {
            return false;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Object when steps.Count < MaxDepth:
                foreach (var property in value.EnumerateObject())
                {
                    steps.Add(PathStep.OfName(Encoding.UTF8.GetString(property.NameUtf8)));
                    if (TryFind(property.Value, steps, ref rest))
                    {
                        return true;
                    }

                    steps.RemoveAt(steps.Count - 1);
                }

                return false;
            case BlittableValueKind.Array when steps.Count < MaxDepth:
                var index = 0;
                foreach (var element in value.EnumerateArray())
                {
                    steps.Add(PathStep.OfIndex(index++));
                    if (TryFind(element, steps, ref rest))
                    {
                        return true;
                    }

                    steps.RemoveAt(steps.Count - 1);
                }

                return false;
            case BlittableValueKind.Object or BlittableValueKind.Array:
                // The value may be deeper than the search.
                rest = 0;
                return false;
            case BlittableValueKind.Number:
                Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
                return value.TryReadNumber(out var number) && number.Form is NumberForm.Single or NumberForm.Double && !number.TryFormat(scratch, out _);
            default:
                return value.Kind == BlittableValueKind.Binary && !value.TryGetBytes(out _);
        }
    }
}
