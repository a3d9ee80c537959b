using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Tests.Suites;

/// <summary>Runs the JSONPath Compliance Test Suite of github.com/jsonpath-standard, from <c>cts.json</c> in the folder that BLITTABLE_SUITES names.</summary>
public class JsonPathSuiteTests
{
    /// <summary>The number of cases in the version of 2026-05-20. Later versions have more.</summary>
    private const int LeastCases = 703;

    [Fact]
    public void Every_case_of_the_compliance_suite_passes_in_both_modes()
    {
        var cases = SuiteFile.Read("cts.json")["tests"]!.AsArray();
        Assert.True(cases.Count >= LeastCases, $"{cases.Count} cases");
        var faults = cases.Select(test => (Name: (string)test!["name"]!, Fault: Fault(test))).Where(test => test.Fault is not null).ToList();
        Assert.Empty(faults);
    }

    private static string? Fault(JsonNode test)
    {
        var selector = (string)test["selector"]!;
        if ((bool?)test["invalid_selector"] == true)
        {
            return BlittableJsonPath.TryParse(selector, out _) ? "an invalid selector was accepted" : null;
        }

        if (!BlittableJsonPath.TryParse(selector, out var path))
        {
            return "a valid selector was refused";
        }

        // A selector whose order of results is open has several valid results, each with its paths.
        var results = test["results"]?.AsArray() ?? [test["result"]!.DeepClone()];
        var paths = test["results_paths"]?.AsArray() ?? [test["result_paths"]!.DeepClone()];
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Balanced])
        {
            using var document = BlittableDocument.Parse(Text(test["document"]), options);
            var matches = path.Evaluate(document.Root);
            var (found, places) = (new JsonArray(), new JsonArray());
            for (var i = 0; i < matches.Count; i++)
            {
                found.Add(matches[i].ToJsonNode());
                places.Add(matches.GetPath(i).ToString());
                if (!matches.GetPath(i).TryEvaluate(document.Root, out var same) || !BlittableValue.DeepEquals(same, matches[i]))
                {
                    return $"{matches.GetPath(i)} selects another value";
                }
            }

            if (!Enumerable.Range(0, results.Count).Any(i => JsonNode.DeepEquals(results[i], found) && JsonNode.DeepEquals(paths[i], places)))
            {
                return $"{found.ToJsonString()} at {places.ToJsonString()}";
            }
        }

        return null;
    }

    private static string Text(JsonNode? node) => node?.ToJsonString() ?? "null";
}
