namespace Blittable.Benchmarks.Storage;

/// <summary>What a known suite that compares the same models calls its operations, so that its tables can be laid beside these.</summary>
internal static class OriginalNames
{
    /// <summary>Its workload and operation with a slash between; empty where it has no such operation.</summary>
    public static string Of(string workload, string operation) => (workload, operation) switch
    {
        ("insert", "insert") => "insert/all",
        ("update", "update") => "update/cf3",
        ("select", "retrieval") => "select/retrieval",
        ("select", "processing") => "select/processing",
        ("extract", "group_by_year") => "extract/groupby",
        ("mixed", "transaction") => "txn_mixed/all",
        ("delete", "delete") => "delete/all",
        _ => "",
    };
}
