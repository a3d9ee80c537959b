namespace Blittable.Datasets;

/// <summary>Generates fictitious identifiers of a social network, with the lengths and alphabets of the AT Protocol.</summary>
internal static class JetstreamIds
{
    private const string Base32 = "abcdefghijklmnopqrstuvwxyz234567", SortableBase32 = "234567abcdefghijklmnopqrstuvwxyz";
    private const int BitsPerCharacter = 5, CharactersPerWord = 12, UserLength = 24, ContentLength = 52, TimeLength = 13, ClockBits = 10;

    /// <summary>Returns the identifier of a user.</summary>
    public static string User(uint user) => Random("did:plc:", UserLength, user);

    /// <summary>Returns the hash of a record.</summary>
    public static string Content(ulong number) => Random("bafyrei", ContentLength, number);

    /// <summary>Returns the hash of a file.</summary>
    public static string File(ulong number) => Random("bafkrei", ContentLength, number);

    /// <summary>Returns a key that encodes a time and sorts by it.</summary>
    /// <param name="microseconds">The microseconds since 1970.</param>
    /// <param name="clock">A number that distinguishes clocks.</param>
    public static string Time(long microseconds, ulong clock) => string.Create(
        TimeLength,
        ((ulong)microseconds << ClockBits) | (clock & ((1 << ClockBits) - 1)),
        static (characters, number) =>
        {
            for (var i = characters.Length - 1; i >= 0; i--, number >>= BitsPerCharacter)
            {
                characters[i] = SortableBase32[(int)(number & 31)];
            }
        });

    /// <summary>Mixes the bits of a number.</summary>
    public static ulong Mix(ulong number)
    {
        number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
        return number ^ (number >> 31);
    }

    private static string Random(string prefix, int length, ulong number) => string.Create(
        prefix.Length + length,
        (prefix, number),
        static (characters, state) =>
        {
            state.prefix.CopyTo(characters);
            characters = characters[state.prefix.Length..];
            var word = 0ul;
            for (var i = 0; i < characters.Length; i++, word >>= BitsPerCharacter)
            {
                if (i % CharactersPerWord == 0)
                {
                    word = Mix(((state.number + 1) * 0x9E3779B97F4A7C15) + (ulong)i);
                }

                characters[i] = Base32[(int)(word & 31)];
            }
        });
}
