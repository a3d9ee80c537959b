using System.Text;
using Blittable.Collections;

namespace Blittable.EntryMatrix;

/// <summary>Operations that must take time and memory proportional to their input. Each case prepares an input of a size and returns the operation.</summary>
internal static class LinearCases
{
    /// <summary>Four times this size fits in the caches of most processors. Beyond, each step is slower although the number of steps is linear.</summary>
    private const int PatchSize = 5_000;

    private static readonly BlittableOptions Unshared = new() { Mode = BlittableMode.Disk, ShareValues = false };

    public static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> All() => [.. Collections(), .. Expansion(), .. Queries(), .. Patches(), .. Differences()];

    private static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> Collections()
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            yield return ($"commits and merges beside a document of n equal objects, {layout}", 20_000, n =>
            {
                var repetitive = Disk($$"""{"id":3,"v":[{{Repeat("{\"a\":1,\"b\":\"xyz\"}", n)}}]}""");
                return () => InFolder(path => Fill(path, layout, 16, commit => commit % 8 == 3 ? repetitive : null));
            });
            yield return ($"compaction and recovery beside a document of n equal objects, {layout}", 20_000, n =>
            {
                var repetitive = Disk($$"""{"id":3,"v":[{{Repeat("{\"a\":1,\"b\":\"xyz\"}", n)}}]}""");
                return () => InFolder(path =>
                {
                    Fill(path, layout, 2, commit => commit == 1 ? repetitive : null);
                    CollectionCompaction.Compact(path);
                    Require(CollectionRecovery.Recover(path, path + ".new").IsComplete);
                });
            });
        }

        yield return ("recovery of n documents from a file that was cut off", 20_000, n =>
        {
            using var stream = new MemoryStream();
            using (var writer = CollectionWriter.Create(stream, new CollectionOptions { StripeRows = 2_000 }, leaveOpen: true))
            {
                for (var i = 0; i < n; i++)
                {
                    writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"name":"the name of {{i}}"}"""));
                }

                writer.Commit();
            }

            var bytes = stream.ToArray()[..(int)(stream.Length * 99 / 100)];
            return () => InFolder(path =>
            {
                File.WriteAllBytes(path, bytes);
                Require(!CollectionRecovery.Recover(path, path + ".new").IsComplete);
            });
        });
    }

    private static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> Expansion()
    {
        yield return ("conversion of n equal strings", 200_000, n =>
        {
            var json = Encoding.UTF8.GetBytes($"[{Repeat("\"shipped\"", n)}]");
            return () => BlittableDocument.Parse(json, BlittableOptions.Balanced).Dispose();
        });
        yield return ("rendering of n equal strings to a stream", 200_000, n =>
        {
            var document = Disk($"[{Repeat("\"shipped\"", n)}]");
            return () => document.Root.WriteJson(Stream.Null);
        });
        yield return ("rendering of a string of n bytes in codes", 1_000_000, n =>
        {
            var document = Disk($"[\"{string.Concat(Enumerable.Repeat("the rest of it ", n / 15))}\"]");
            return () => document.Root.WriteJson(Stream.Null);
        });
        yield return ("comparison and hashes of n values that are shared in pairs", 1_000, n =>
        {
            var (left, right) = (Disk(Pairs(n)), Disk(Pairs(n)));
            return () => Require(BlittableValue.DeepEquals(left.Root, right.Root) && left.Root.GetDeepHashCode() == right.Root.GetDeepHashCode());
        });
        yield return ("comparison of n rows that are stored in two ways", PatchSize, n =>
        {
            var json = $"[{string.Join(',', Enumerable.Range(0, n).Select(i => $"[{i % 7},[{i % 5}]]"))}]";
            var (left, right) = (Disk(json), BlittableDocument.Parse(json, Unshared));
            return () => Require(BlittableValue.DeepEquals(left.Root, right.Root));
        });
        yield return ("a clone, an editor and a copy of n equal strings", 200_000, n =>
        {
            var document = Disk($"[{Repeat("\"a text of some length\"", n)}]");
            return () =>
            {
                document.Root.Clone().Dispose();
                using var editor = new BlittableEditor(document);
                editor.ToDocument().Dispose();
                using var builder = new BlittableBuilder();
                builder.WriteValue(document.Root);
                builder.ToDocument().Dispose();
            };
        });
    }

    private static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> Queries()
    {
        yield return ("$[1][?@==$[0]] over n equal arrays", 20_000, n =>
            Query("$[1][?@==$[0]]", Disk($"[[{Repeat("1", 200)}],[{Repeat($"[{Repeat("1", 200)}]", n)}]]")));
        yield return ("$.x[?length($.s)>1], a text of n bytes and n/4 places", 20_000, n => Query("$.x[?length($.s)>1]", Text(n)));
        yield return ("$.x[?match($.s,'x')], a text of n bytes and n/4 places", 20_000, n => Query("$.x[?match($.s,'x')]", Text(n)));
        yield return ("$.x[?search($.s,'y')], a text of n bytes and n/4 places", 20_000, n => Query("$.x[?search($.s,'y')]", Text(n)));
        yield return ("$..a..a over n objects that are nested 100 deep", 400, n => Query(
            "$..a..a", BlittableDocument.Parse($"[{Repeat(string.Concat(Enumerable.Repeat("{\"a\":", 100)) + "1" + new string('}', 100), n)}]", Unshared)));
        yield return ("$[?match(@.s,@.p)] over n patterns", 2_000, n => Query(
            "$[?match(@.s,@.p)]", BlittableDocument.Parse($"[{string.Join(',', Enumerable.Range(0, n).Select(i => $"{{\"s\":\"abc\",\"p\":\"[a-z]{{1,{i % 50}}}x\"}}"))}]")));
    }

    private static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> Patches()
    {
        yield return ("a merge patch that removes n properties of one name", PatchSize, n =>
            MergePatch($"{{{Repeat("\"a\":1", n)},\"b\":2}}", "{\"a\":null}"));
        yield return ("a merge patch of n new names", PatchSize, n =>
            MergePatch("{}", $"{{{string.Join(',', Enumerable.Range(0, n).Select(i => $"\"k{i}\":{i}"))}}}"));
        yield return ("a merge patch of n known names", PatchSize, n =>
            MergePatch(Names(n, 1), Names(n, 2)));
        yield return ("a patch of n appends", PatchSize, n =>
            Patch("{\"a\":[]}", Operations(n, i => $"\"op\":\"add\",\"path\":\"/a/-\",\"value\":{i}")));
        yield return ("a patch of n insertions at the start", PatchSize, n =>
            Patch("[]", Operations(n, i => $"\"op\":\"add\",\"path\":\"/0\",\"value\":{i}")));
        yield return ("a patch of n new names", PatchSize, n =>
            Patch("{}", Operations(n, i => $"\"op\":\"add\",\"path\":\"/k{i}\",\"value\":{i}")));
        yield return ("a patch that removes n names", PatchSize, n =>
            Patch(Names(n, 1), Operations(n, i => $"\"op\":\"remove\",\"path\":\"/k{i}\"")));
        yield return ("a patch that moves n names", PatchSize, n =>
            Patch(Names(n, 1), Operations(n, i => $"\"op\":\"move\",\"from\":\"/k{i}\",\"path\":\"/m{i}\"")));
        yield return ("a patch that tests n values", PatchSize, n =>
            Patch(Names(n, 1), Operations(n, i => $"\"op\":\"test\",\"path\":\"/k{i}\",\"value\":{i + 1}")));
    }

    private static IEnumerable<(string Name, int Size, Func<int, Action> Prepare)> Differences()
    {
        yield return ("the difference of arrays of n elements of which every tenth changed", PatchSize, n => Difference(
            $"[{string.Join(',', Enumerable.Range(0, n).Select(i => $"{{\"id\":{i},\"a\":1}}"))}]",
            $"[{string.Join(',', Enumerable.Range(0, n).Select(i => $"{{\"id\":{i},\"a\":{(i % 10 == 0 ? 2 : 1)}}}"))}]"));
        foreach (var (open, close) in new[] { ("[", "]"), ("[0,{\"a\":", "}]"), ("[[],", ",7]") })
        {
            yield return ($"the difference of n values inside n/100 containers {open}", 4_000, n => Difference(Nested(n, open, close, 1), Nested(n, open, close, 2)));
        }

        yield return ("the difference of n equal arrays of n/20 values, one of which changed", 2_000, n =>
        {
            var row = $"[{string.Join(',', Enumerable.Range(0, n / 20).Select(i => $"\"value {i}\""))}]";
            return Difference($"[{Repeat(row, n)},1,[]]", $"[{Repeat(row, n)},2,[[]]]");
        });
    }

    private static Action Difference(string from, string to)
    {
        var (original, changed) = (Disk(from), Disk(to));
        return () => Require(!BlittablePatch.Diff(original, changed).IsEmpty);
    }

    /// <summary>Creates values inside containers, with one innermost value that differs.</summary>
    private static string Nested(int size, string open, string close, int innermost)
    {
        var depth = size / 100;
        var values = string.Join(',', Enumerable.Range(0, size / 2).Select(i => $"{i % 9},\"a{i % 7}\""));
        return string.Concat(Enumerable.Repeat(open, depth)) + $"[{values},{innermost}]" + string.Concat(Enumerable.Repeat(close, depth));
    }

    private static string Names(int count, int more) => $"{{{string.Join(',', Enumerable.Range(0, count).Select(i => $"\"k{i}\":{i + more}"))}}}";

    private static string Operations(int count, Func<int, string> operation) => $"[{string.Join(',', Enumerable.Range(0, count).Select(i => $"{{{operation(i)}}}"))}]";

    private static Action Patch(string json, string patch) => Edit(json, patch, (editor, document) => editor.ApplyPatch(document.Root));

    private static Action MergePatch(string json, string patch) => Edit(json, patch, (editor, document) => editor.ApplyMergePatch(document.Root));

    private static Action Edit(string json, string patch, Action<BlittableEditor, BlittableDocument> apply)
    {
        var (document, change) = (BlittableDocument.Parse(json), BlittableDocument.Parse(patch));
        return () =>
        {
            using var editor = new BlittableEditor(document);
            apply(editor, change);
            editor.ToDocument().Dispose();
        };
    }

    private static Action Query(string path, BlittableDocument document)
    {
        var query = BlittableJsonPath.Parse(path);
        return () =>
        {
            try
            {
                _ = query.Evaluate(document.Root).Count;
            }
            catch (BlittableException fault) when (fault.Code == BlittableErrorCode.ExpansionTooLarge)
            {
                // The budget ends the evaluation, and is also proportional to the document.
            }
        };
    }

    /// <summary>Creates a document with a string of n bytes and n/4 short strings.</summary>
    private static BlittableDocument Text(int length) => BlittableDocument.Parse($$"""{"s":"{{new string('x', length)}}","x":[{{Repeat("\"q\"", length / 4)}}]}""");

    /// <summary>Creates objects that refer to one array twice each.</summary>
    private static string Pairs(int count)
    {
        var row = $"[{Repeat("[\"a text of some length\"]", 20)}]";
        return $"[{string.Join(',', Enumerable.Range(0, count).Select(i => $"[{i},{row},{row}]"))}]";
    }

    private static void Fill(string path, CollectionLayout layout, int commits, Func<int, BlittableDocument?> document)
    {
        using (CollectionWriter.Create(path, new CollectionOptions { Layout = layout }))
        {
            // The empty collection is created immediately.
        }

        for (var commit = 0; commit < commits; commit++)
        {
            using var writer = CollectionWriter.Append(path);
            if (document(commit) is { } repetitive)
            {
                writer.Add(repetitive.Root);
            }
            else
            {
                writer.Add("""{"id":1,"v":["x"]}"""u8);
            }

            writer.Commit();
        }
    }

    private static void InFolder(Action<string> action)
    {
        var folder = Directory.CreateTempSubdirectory("linear-time-");
        try
        {
            action(Path.Combine(folder.FullName, "collection"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static BlittableDocument Disk(string json) => BlittableDocument.Parse(json, BlittableOptions.Balanced);

    private static string Repeat(string value, int count) => string.Join(',', Enumerable.Repeat(value, count));

    private static void Require(bool condition)
    {
        if (!condition)
        {
            throw new MatrixFailure("linear time", "another result than expected");
        }
    }
}
