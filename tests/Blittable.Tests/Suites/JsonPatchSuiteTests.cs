using System.Text;
using System.Text.Json.Nodes;

namespace Blittable.Tests.Suites;

/// <summary>Runs the JSON Patch suite of github.com/json-patch (the npm package json-patch-test-suite), from the folder that BLITTABLE_SUITES names.</summary>
public class JsonPatchSuiteTests
{
    [Theory]
    [InlineData("tests.json", 78)]
    [InlineData("spec_tests.json", 17)]
    public void Every_case_passes_in_both_modes(string file, int leastCases)
    {
        var cases = SuiteFile.Read(file).AsArray();
        Assert.True(cases.Count >= leastCases, $"{cases.Count} cases");
        var faults = cases.Select(test => (Case: test!.ToJsonString(), Fault: Fault(test))).Where(test => test.Fault is not null).ToList();
        Assert.Empty(faults);
    }

    private static string? Fault(JsonNode test)
    {
        // The suite disables an operation with two names "op". As in objects of any other JSON, the last one counts.
        if ((bool?)test["disabled"] == true && test["error"] is not null)
        {
            return null;
        }

        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Balanced])
        {
            using var document = BlittableDocument.Parse(test["doc"]?.ToJsonString() ?? "null", options);
            using var editor = new BlittableEditor(document);
            try
            {
                editor.ApplyPatch(Encoding.UTF8.GetBytes(test["patch"]!.ToJsonString()));
            }
            catch (BlittableException exception)
            {
                if (test["error"] is null)
                {
                    return exception.Message;
                }

                continue;
            }

            using var edited = editor.ToDocument();
            if (test["error"] is { } error)
            {
                return $"not refused ({error}): {edited.Root.ToJson()}";
            }

            if (test.AsObject().TryGetPropertyValue("expected", out var expected) && !JsonNode.DeepEquals(expected, edited.ToJsonNode()))
            {
                return edited.Root.ToJson();
            }
        }

        return null;
    }
}
