namespace Blittable.Npgsql.Storage;

/// <summary>Refuses keys and bounds that no text of PostgreSQL can be, before anything is sent.</summary>
internal static class KeyText
{
    /// <summary>Checks one value, or each of an array. Values of other types than texts pass.</summary>
    /// <exception cref="ArgumentException">A text contains U+0000.</exception>
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
                $"The text has the character U+0000 at character {index}, which PostgreSQL cannot store.", nameof(text));
        }
    }
}
