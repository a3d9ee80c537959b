namespace Blittable.Npgsql.Storage;

/// <summary>Rejects keys and bounds that PostgreSQL cannot store as text, before anything is sent.</summary>
internal static class KeyText
{
    /// <summary>Checks a string, or each string of an array. Values of other types are accepted.</summary>
    /// <exception cref="ArgumentException">A string contains U+0000.</exception>
    public static void Require<T>(T value)
    {
        if (value is string text)
        {
            RequireOne(text);
        }
        else if (value is string[] texts)
        {
            foreach (var one in texts)
            {
                RequireOne(one);
            }
        }
    }

    private static void RequireOne(string text)
    {
        var index = text?.IndexOf('\0') ?? -1;
        if (index >= 0)
        {
            throw new ArgumentException(
                $"The text contains U+0000 at index {index}. PostgreSQL cannot store this character.", nameof(text));
        }
    }
}
