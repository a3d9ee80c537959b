using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>Changes JSON to imitate other writers: properties that are absent, null, unknown, in another order or in another case.</summary>
/// <param name="random">The source of changes.</param>
/// <param name="names">Names that the texts do not contain, such as the names of ignored members.</param>
internal sealed class JsonChanges(Random random, IReadOnlyList<string> names)
{
    private const string Duplicate = "duplicate of ";

    /// <summary>The discriminators of random types. System.Text.Json refuses duplicates of discriminators.</summary>
    private static readonly string[] s_discriminators = ["$type", "the kind", "type", "@é", "\"t"];

    /// <summary>Makes a change at a random position in a text.</summary>
    public string Change(string text)
    {
        try
        {
            if (JsonNode.Parse(text) is not { } root)
            {
                return text;
            }

            if (random.Next(3) == 0)
            {
                // Only the last change, because System.Text.Json refuses a value of the wrong kind even if a duplicate replaces it.
                ChangeIn(root, random.Next(4), Repeat);
                return root.ToJsonString(Serialization.Parity.Plain).Replace("\"" + Duplicate, "\"", StringComparison.Ordinal);
            }

            for (var changes = random.Next(1, 4); changes > 0; changes--)
            {
                ChangeIn(root, random.Next(4), Change);
            }

            return root.ToJsonString(Serialization.Parity.Plain);
        }
        catch (ArgumentException)
        {
            // A naming policy can give two keys the same name, which a JsonObject cannot hold.
            return text;
        }
    }

    private void ChangeIn(JsonNode node, int down, Action<JsonObject> change)
    {
        var below = node switch
        {
            JsonObject map => map.Select(pair => pair.Value).OfType<JsonNode>().Where(child => child is not JsonValue).ToList(),
            JsonArray list => list.OfType<JsonNode>().Where(child => child is not JsonValue).ToList(),
            _ => [],
        };
        if (below.Count > 0 && (down > 0 || node is not JsonObject))
        {
            ChangeIn(below[random.Next(below.Count)], down - 1, change);
        }
        else if (node is JsonObject { Count: > 0 } target)
        {
            change(target);
        }
    }

    /// <summary>Repeats properties, which a <see cref="JsonObject"/> cannot hold: the names of the duplicates are marked.</summary>
    private void Repeat(JsonObject target)
    {
        for (var count = random.Next(1, 4); count > 0; count--)
        {
            var (name, value) = target.GetAt(random.Next(target.Count));
            if (!name.StartsWith(Duplicate, StringComparison.Ordinal) && !s_discriminators.Contains(name) && !target.ContainsKey(Duplicate + name))
            {
                var isLast = random.Next(2) == 0;
                var copy = value is JsonArray { Count: > 0 } list && random.Next(2) == 0 ? new JsonArray(list[0]?.DeepClone()) : isLast && random.Next(4) == 0 ? Other(value) : value?.DeepClone();
                target.Insert(isLast ? target.Count : 0, Duplicate + name, copy);
            }
        }
    }

    private void Change(JsonObject target)
    {
        var at = random.Next(target.Count);
        var (name, value) = target.GetAt(at);
        switch (random.Next(7))
        {
            case 0:
                target.RemoveAt(at);
                break;
            case 1:
                target[name] = null;
                break;
            case 2:
                target.RemoveAt(at);
                target[name] = value;
                break;
            case 3:
                target[names.Count > 0 && random.Next(2) == 0 ? names[random.Next(names.Count)] : "unknown " + random.Next(3)] = random.Next(2) == 0 ? random.Next() : new JsonObject { ["a"] = new JsonArray(1, "b") };
                break;
            case 4 when !char.IsAsciiDigit(name.FirstOrDefault()) && !name.StartsWith('$'):
                // A lowercase date is read here and refused by System.Text.Json, as is a name that begins with $ in a polymorphic type.
                target.RemoveAt(at);
                target[random.Next(2) == 0 ? name.ToUpperInvariant() : name.ToLowerInvariant()] = value;
                break;
            case 5 when random.Next(4) == 0:
                // Objects with many names are stored in other layouts.
                for (var count = random.Next(2) == 0 ? 40 : 600; count > 0; count--)
                {
                    target[$"unknown {count}"] = $"a text of some length, number {count}";
                }

                break;
            default:
                target[name] = Other(value);
                break;
        }
    }

    /// <summary>Returns a value of another kind, or a number as a string.</summary>
    private JsonNode? Other(JsonNode? value) => random.Next(5) switch
    {
        0 when value is JsonValue => value.ToJsonString().Trim('"'),
        1 => new JsonArray(),
        2 => new JsonObject(),
        3 => random.Next(2) == 0 ? "x" : true,
        _ => random.Next(-300, 300),
    };
}
