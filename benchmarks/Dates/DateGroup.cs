namespace Blittable.Benchmarks.Dates;

/// <summary>Represents what a group of cells measures: an operation on a workload in a schema.</summary>
internal sealed record DateGroup(string Operation, string Workload, string Schema)
{
    /// <summary>Parses the text of <see cref="ToString"/>. Returns null for the name of any other group.</summary>
    public static DateGroup? Parse(string text) =>
        text.Split(' ') is [DatesSuite.Encode or DatesSuite.DecodeSearch, _, _] parts ? new(parts[0], parts[1], parts[2]) : null;

    public override string ToString() => $"{Operation} {Workload} {Schema}";
}
