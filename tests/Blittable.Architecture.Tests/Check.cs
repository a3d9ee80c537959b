namespace Blittable.Architecture.Tests;

/// <summary>Fails with every finding in the message, so that all can be mended at once.</summary>
internal static class Check
{
    public static void Empty(IEnumerable<string> findings)
    {
        var found = findings.ToList();
        Assert.True(found.Count == 0, string.Join(Environment.NewLine, found.Prepend($"{found.Count} findings:")));
    }
}
