using Xunit;

namespace Blittable.Testing;

/// <summary>Verifies entries that take the path of one value with random paths: each must reject a path with a wildcard, and accept any other path.</summary>
internal static class SinglePaths
{
    private const int Count = 40;

    private static readonly string[] s_steps = [".a", ".b", "['b c']", "[\"*\"]", "[0]", "[-1]", ".*", "[*]"];

    /// <summary>Calls each entry with random paths.</summary>
    /// <param name="entries">The entries. They throw a <see cref="BlittableException"/> with <see cref="BlittableErrorCode.InvalidPath"/>, or an
    /// <see cref="ArgumentException"/>, if they reject the path.</param>
    public static void Verify(params (string Name, Action<string> Call)[] entries)
    {
        var random = new Random(1);
        for (var i = 0; i < Count; i++)
        {
            var steps = Enumerable.Range(0, random.Next(1, 5)).Select(_ => s_steps[random.Next(s_steps.Length)]).ToList();
            var path = $"${string.Concat(steps)}";
            var hasWildcard = steps.Exists(step => step is ".*" or "[*]");
            Assert.Equal(hasWildcard, BlittablePath.Parse(path).HasWildcard);
            foreach (var (name, call) in entries)
            {
                Assert.True(hasWildcard == IsRejected(call, path), $"{name} {(hasWildcard ? "accepts" : "rejects")} {path}.");
            }
        }
    }

    private static bool IsRejected(Action<string> call, string path)
    {
        try
        {
            call(path);
            return false;
        }
        catch (ArgumentException)
        {
            return true;
        }
        catch (BlittableException fault)
        {
            // A document need not have a value at the path.
            return fault.Code == BlittableErrorCode.InvalidPath;
        }
    }
}
