using System.Text.Json;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>The source of a type with all types it uses, and the equivalent options for System.Text.Json. The class <c>Roots</c> names the type.</summary>
internal sealed record TypeCase(string Source, JsonSerializerOptions Json)
{
    /// <summary>Creates the case with the given number. It depends only on the seed and the number.</summary>
    public static TypeCase Of(long seed, long number)
    {
        var random = new Random(HashOf(seed, number));
        var options = new CaseOptions(random);
        return new TypeCase(new CaseWriter(random, options).Write(), options.Json);
    }

    /// <summary>Returns a number that depends on the seed and another number and is the same in each process.</summary>
    public static int HashOf(long seed, long number)
    {
        var bits = unchecked(((ulong)seed * 0x9E3779B97F4A7C15) + ((ulong)number * 0xBF58476D1CE4E5B9));
        return unchecked((int)((bits ^ (bits >> 31)) * 0x94D049BB133111EB >> 33));
    }
}
