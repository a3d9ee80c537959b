namespace Blittable.Architecture.Tests;

/// <summary>Fails with every finding in the message, so that all of them can be fixed at once.</summary>
internal static class Check
{
    public static void Empty(IEnumerable<string> findings)
    {
        var found = findings.ToList();
        Assert.True(found.Count == 0, string.Join(Environment.NewLine, found.Prepend($"{found.Count} findings:")));
    }

    /// <summary>Fails with each finding that is not on a list, and with each entry of the list without a finding.</summary>
    public static void Same(IEnumerable<string> allowed, IEnumerable<string> findings)
    {
        var entries = allowed.ToHashSet(StringComparer.Ordinal);
        var found = findings.ToHashSet(StringComparer.Ordinal);
        Empty(found.Except(entries).Order(StringComparer.Ordinal).Select(entry => "not allowed: " + entry)
            .Concat(entries.Except(found).Order(StringComparer.Ordinal).Select(entry => "not needed, remove it: " + entry)));
    }
}
