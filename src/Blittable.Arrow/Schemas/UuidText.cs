namespace Blittable.Arrow.Schemas;

/// <summary>Parses UUIDs.</summary>
internal static class UuidText
{
    /// <summary>Parses a UUID of 36 characters. The case of its digits has no meaning.</summary>
    /// <returns>false if the value is not a string of this form; otherwise, true.</returns>
    public static bool TryRead(in BlittableValue value, out Guid guid)
    {
        guid = default;
        return value.Kind == BlittableValueKind.String && Guid.TryParseExact(value.GetString(), "D", out guid) && value.GetString()!.Length == 36;
    }
}
