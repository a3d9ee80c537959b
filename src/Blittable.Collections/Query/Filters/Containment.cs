using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Determines whether one JSON value contains another, like <c>@&gt;</c> in PostgreSQL.</summary>
internal static class Containment
{
    public static bool Contains(BlittableValue value, BlittableValue part, bool isTop)
    {
        switch (part.Kind)
        {
            case BlittableValueKind.Object:
                if (value.Kind != BlittableValueKind.Object)
                {
                    return false;
                }

                foreach (var property in part.EnumerateObject())
                {
                    if (!value.TryGetProperty(property.Name, out var own) || !Contains(own, property.Value, isTop: false))
                    {
                        return false;
                    }
                }

                return true;
            case BlittableValueKind.Array:
                if (value.Kind != BlittableValueKind.Array)
                {
                    return false;
                }

                foreach (var element in part.EnumerateArray())
                {
                    if (!HasElement(value, element))
                    {
                        return false;
                    }
                }

                return true;
            default:
                return (isTop && value.Kind == BlittableValueKind.Array && HasElement(value, part)) || AreEqual(value, part);
        }
    }

    private static bool HasElement(BlittableValue array, BlittableValue part)
    {
        foreach (var element in array.EnumerateArray())
        {
            if (Contains(element, part, isTop: false))
            {
                return true;
            }
        }

        return false;
    }

    private static bool AreEqual(BlittableValue value, BlittableValue scalar) =>
        value.Kind is not (BlittableValueKind.Object or BlittableValueKind.Array)
        && ScalarComparison.TryCompare(QueryValue.FromScalar(value), QueryValue.FromScalar(scalar), out var order) && order == 0;
}
