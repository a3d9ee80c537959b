using System.Text;

namespace Blittable.EntryMatrix;

/// <summary>The results that every entry must return for a document.</summary>
/// <param name="Reference">The document as it was first accepted.</param>
/// <param name="Text">The JSON of the document, or null if a value has none: NaN, infinities, extensions.</param>
/// <param name="Utf8">The JSON in UTF-8.</param>
/// <param name="Canonical">The JSON converted in memory mode, or null if a value has no JSON.</param>
/// <param name="MessagePack">The MessagePack of the document, or null if a number has none.</param>
/// <param name="Values">The number of values below the root.</param>
/// <param name="Depth">The nesting depth of containers.</param>
/// <param name="HasBinary">true if a value is binary, which is a string in JSON; otherwise, false.</param>
/// <param name="HasDuplicateNames">true if a name repeats in an object, which <see cref="System.Text.Json.Nodes.JsonObject"/> cannot represent.</param>
internal sealed record Expectation(
    BlittableDocument Reference, string? Text, byte[] Utf8, BlittableDocument? Canonical, byte[]? MessagePack, int Values, int Depth, bool HasBinary, bool HasDuplicateNames)
{
    /// <summary>The default depth limit of JSON.</summary>
    public const int MaxJsonDepth = 512;

    public static Expectation Of(BlittableDocument document)
    {
        var (values, deepest, hasBinary, hasDuplicates) = (0, 0, false, false);
        Visit(document.Root, 0, ref values, ref deepest, ref hasBinary, ref hasDuplicates);
        var text = Allow(BlittableErrorCode.NotJson, () => document.Root.ToJson());
        var utf8 = Encoding.UTF8.GetBytes(text ?? "");
        var canonical = text is null ? null : BlittableDocument.Parse(utf8, MatrixOptions.Memory);
        return new Expectation(document, text, utf8, canonical, Pack(document), values, deepest, hasBinary, hasDuplicates);
    }

    /// <summary>Converts a document to MessagePack, or returns null if a number has none.</summary>
    public static byte[]? Pack(BlittableDocument document) => Allow(BlittableErrorCode.NumberOutOfRange, () => BlittableMessagePack.ToArray(document.Root));

    /// <summary>Counts the values below a value by visiting all of them.</summary>
    public static int Count(BlittableValue value)
    {
        var count = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    count += 1 + Count(property.Value);
                }

                break;
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    count += 1 + Count(element);
                }

                break;
        }

        return count;
    }

    private static void Visit(BlittableValue value, int depth, ref int values, ref int deepest, ref bool hasBinary, ref bool hasDuplicates)
    {
        deepest = Math.Max(deepest, depth);
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                var names = new HashSet<string>();
                foreach (var property in value.EnumerateObject())
                {
                    values++;
                    hasDuplicates |= !names.Add(property.Name);
                    Visit(property.Value, depth + 1, ref values, ref deepest, ref hasBinary, ref hasDuplicates);
                }

                break;
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    values++;
                    Visit(element, depth + 1, ref values, ref deepest, ref hasBinary, ref hasDuplicates);
                }

                break;
            case BlittableValueKind.Binary:
                hasBinary = true;
                break;
        }
    }

    private static T? Allow<T>(BlittableErrorCode code, Func<T> make)
        where T : class
    {
        try
        {
            return make();
        }
        catch (BlittableException fault) when (fault.Code == code)
        {
            return null;
        }
    }
}
