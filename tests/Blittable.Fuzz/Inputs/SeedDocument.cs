namespace Blittable.Fuzz.Inputs;

/// <summary>A sound document, and where its values start.</summary>
/// <param name="Bytes">The document.</param>
/// <param name="Starts">The address of each value that the root leads to, in order.</param>
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
        // Elements of number arrays have no tag of their own, and a value that is shared has been walked before.
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
