namespace Blittable.Fuzz.Inputs;

/// <summary>A valid document, and the addresses of its values.</summary>
/// <param name="Bytes">The document.</param>
/// <param name="Starts">The address of each value reachable from the root, in order.</param>
internal sealed record SeedDocument(byte[] Bytes, int[] Starts)
{
    /// <summary>Finds the values of a document.</summary>
    public static SeedDocument Of(byte[] bytes, BlittableDictionary? dictionary = null)
    {
        var starts = new SortedSet<int>();
        Walk(BlittableValue.Open(bytes, dictionary), starts);
        return new(bytes, [.. starts]);
    }

    private static void Walk(BlittableValue value, SortedSet<int> starts)
    {
        // Elements of number arrays have no tag, and shared values were visited before.
        if (value.Address < 0 || !starts.Add(value.Address))
        {
            return;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    Walk(element, starts);
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    Walk(property.Value, starts);
                }

                break;
        }
    }
}
