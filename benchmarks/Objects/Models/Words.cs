namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Provides texts for the objects.</summary>
internal static class Words
{
    private static readonly string[] All =
    [
        "river", "stone", "light", "paper", "garden", "window", "summer", "winter", "silver", "copper", "table", "letter", "number", "market",
        "bridge", "forest", "harbor", "island", "mountain", "valley", "engine", "signal", "pocket", "mirror", "candle", "basket", "hammer", "needle",
        "thread", "button", "orange", "lemon", "pepper", "butter", "coffee", "sugar", "bottle", "carpet", "ladder", "blanket",
    ];

    private static readonly string[] Countries = ["Germany", "France", "Poland", "Spain", "Italy", "Norway", "Portugal", "Austria"];

    private static readonly string[] States = ["open", "confirmed", "shipped", "delivered", "returned"];

    public static string Of(Random random) => All[random.Next(All.Length)];

    public static string Capital(Random random)
    {
        var word = Of(random);
        return char.ToUpperInvariant(word[0]) + word[1..];
    }

    public static string Name(Random random) => $"{Capital(random)} {Capital(random)}";

    public static string Country(Random random) => Countries[random.Next(Countries.Length)];

    public static string Status(Random random) => States[random.Next(States.Length)];

    public static string Text(Random random, int words) => string.Join(' ', Enumerable.Range(0, words).Select(_ => Of(random)));

    public static Guid Guid(Random random)
    {
        Span<byte> bytes = stackalloc byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }
}
