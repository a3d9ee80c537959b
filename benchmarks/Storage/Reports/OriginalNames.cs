namespace Blittable.Benchmarks.Storage;

/// <summary>Maps operations to their names in a known suite that compares these models, for comparing its tables with the tables of this suite.</summary>
internal static class OriginalNames
{
    /// <summary>Returns its workload and operation separated by a slash, or an empty string if it has no such operation.</summary>
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
