using System.Text;
using System.Text.Json;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Finds the paths of documents, and the values at each path.</summary>
internal sealed class PathSource
{
    private const int MostSamples = 40;

    private readonly FuzzRandom _random;
    private readonly List<(Step[] Steps, List<Value> Samples)> _paths = [];
    private readonly Dictionary<string, int> _known = [];

    public PathSource(FuzzRandom random, IEnumerable<string> documents)
    {
        _random = random;
        foreach (var document in documents.Take(200))
        {
            using var json = JsonDocument.Parse(document);
            Collect(json.RootElement, [], 0);
        }

        if (_paths.Count == 0)
        {
            _paths.Add(([new("a", null)], []));
        }
    }

    /// <summary>Draws a path and values at it.</summary>
    /// <param name="elements">The elements that are rows. Wildcards lead only to them. Null for no wildcards at all.</param>
    /// <param name="anyWildcard">true if the path may have any wildcard; otherwise, false.</param>
    /// <param name="kind">The preferred kind.</param>
    public (PathModel Path, List<Value> Samples) Draw(PathModel? elements, bool anyWildcard = false, Kind? kind = null)
    {
        if (_random.OneIn(60))
        {
            return (ToPath([new("missing", null)]), []);
        }

        for (var attempt = 0; ; attempt++)
        {
            var (steps, samples) = _paths[_random.Next(_paths.Count)];
            var path = ToPath(steps);
            var isAllowed = !path.HasWildcard || anyWildcard || (elements is not null && path.IsWithin(elements));
            if (attempt > 200 || (isAllowed && (kind is null || attempt > 12 || samples.Exists(sample => sample.Kind == kind))))
            {
                return isAllowed ? (path, samples) : (ToPath([new("id", null)]), [Value.Of(3)]);
            }
        }
    }

    /// <summary>Draws a path that ends with a wildcard and leads only into arrays, or returns null if the documents have none.</summary>
    public PathModel? DrawElements()
    {
        var arrays = _paths.Where(path => path.Steps.Length > 0 && path.Steps[^1].IsWildcard).ToList();
        return arrays.Count == 0 ? null : ToPath(arrays[_random.Next(arrays.Count)].Steps);
    }

    private void Collect(JsonElement value, Step[] steps, int depth)
    {
        if (steps.Length > 0)
        {
            var key = string.Join('\u0001', steps.Select(step => $"{step.Name}\u0002{step.Index}\u0002{step.IsWildcard}"));
            if (!_known.TryGetValue(key, out var at))
            {
                _known[key] = at = _paths.Count;
                _paths.Add((steps, []));
            }

            if (_paths[at].Samples.Count < MostSamples)
            {
                _paths[at].Samples.Add(Value.Of(value));
            }
        }

        if (depth > 4)
        {
            return;
        }

        if (value.ValueKind == JsonValueKind.Object)
        {
            foreach (var property in value.EnumerateObject())
            {
                Collect(property.Value, [.. steps, new(property.Name, null)], depth + 1);
            }
        }
        else if (value.ValueKind == JsonValueKind.Array)
        {
            foreach (var (index, element) in value.EnumerateArray().Index())
            {
                Collect(element, [.. steps, Step.Wildcard], depth + 1);
                if (index < 2)
                {
                    Collect(element, [.. steps, new(null, index == 0 ? 0 : -1)], depth + 1);
                }
            }
        }
    }

    private PathModel ToPath(Step[] steps)
    {
        var text = new StringBuilder("$");
        foreach (var step in steps)
        {
            text.Append(step.Name is { } name ? NameText(name) : step.Index is { } index ? $"[{index}]" : _random.Next(8) switch { 0 => "[ * ]", 1 => ".*", _ => "[*]" });
        }

        return new(text.ToString(), steps);
    }

    private string NameText(string name)
    {
        if (!_random.OneIn(6) && name.Length > 0 && name.All(char.IsAsciiLetter))
        {
            return $".{name}";
        }

        if (_random.OneIn(2))
        {
            return $"[{(_random.OneIn(4) ? " " : "")}{StringTexts.ToJson(name)}]";
        }

        var single = StringTexts.ToJson(name)[1..^1].Replace("\\\"", "\"", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal);
        return $"['{single}']";
    }
}
