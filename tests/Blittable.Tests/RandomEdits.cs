using System.Text.Json.Nodes;

namespace Blittable.Tests;

/// <summary>Random changes to a JSON tree: values are replaced, added, removed, moved and renamed.</summary>
internal static class RandomEdits
{
    /// <summary>Returns a changed copy.</summary>
    public static JsonNode? Of(JsonNode? node, Random random, int edits)
    {
        var root = node?.DeepClone();
        for (var i = 0; i < edits; i++)
        {
            switch (Container(root, random))
            {
                case JsonArray array:
                    Edit(array, random);
                    break;
                case JsonObject item:
                    Edit(item, random);
                    break;
                default:
                    return JsonValue.Create(random.Next(3));
            }
        }

        return root;
    }

    private static void Edit(JsonArray array, Random random)
    {
        var kind = random.Next(4);
        if (array.Count == 0 || kind == 0)
        {
            array.Insert(random.Next(array.Count + 1), JsonValue.Create(random.Next(5)));
            return;
        }

        var place = random.Next(array.Count);
        var element = array[place];
        array.RemoveAt(place);
        if (kind == 1)
        {
            array.Insert(random.Next(array.Count + 1), element);
        }
        else if (kind == 2)
        {
            array.Insert(place, new JsonArray(element));
        }
    }

    private static void Edit(JsonObject item, Random random)
    {
        var kind = random.Next(4);
        if (item.Count == 0 || kind == 0)
        {
            item[$"new/{random.Next(4)}~"] = JsonValue.Create(random.Next(5));
            return;
        }

        var (name, value) = item.ElementAt(random.Next(item.Count));
        item.Remove(name);
        if (kind == 1)
        {
            item[name + "'"] = value;
        }
        else if (kind == 2)
        {
            item[name] = new JsonObject { ["inner"] = value };
        }
    }

    private static JsonNode? Container(JsonNode? node, Random random)
    {
        while (true)
        {
            var inner = (node switch
            {
                JsonArray array => array.Where(child => child is JsonArray or JsonObject),
                JsonObject item => item.Select(property => property.Value).Where(child => child is JsonArray or JsonObject),
                _ => [],
            }).ToArray();
            if (inner.Length == 0 || random.Next(3) == 0)
            {
                return node;
            }

            node = inner[random.Next(inner.Length)];
        }
    }
}
