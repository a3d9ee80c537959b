using System.Text.Json;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>The source of a type with all types below it, and the options with which System.Text.Json writes and reads the same. The class <c>Roots</c> names the type.</summary>
internal sealed record TypeCase(string Source, JsonSerializerOptions Json)
{
    /// <summary>Makes the case of a number, which depends on nothing but the seed and the number.</summary>
    public static TypeCase Of(long seed, long number)
    {
        var random = new Random(HashOf(seed, number));
        var options = new CaseOptions(random);
        return new TypeCase(new CaseWriter(random, options).Write(), options.Json);
    }

    /// <summary>Gets a number that depends on the seed and another number, the same in each process.</summary>
    public static int HashOf(long seed, long number)
    {
        var bits = unchecked(((ulong)seed * 0x9E3779B97F4A7C15) + ((ulong)number * 0xBF58476D1CE4E5B9));
        return unchecked((int)((bits ^ (bits >> 31)) * 0x94D049BB133111EB >> 33));
    }
}
