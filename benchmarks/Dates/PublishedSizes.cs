namespace Blittable.Benchmarks.Dates;

/// <summary>Provides the average sizes that the authors of the schemas published. They do not depend on the machine.</summary>
internal static class PublishedSizes
{
    /// <summary>Bytes per record by schema, in the order of <see cref="DateWorkload.Names"/>.</summary>
    private static readonly Dictionary<string, double[]> s_sizes = new(StringComparer.Ordinal)
    {
        ["MP_FULL"] = [17.6, 10, 13.8, 10],
        ["MP_NONZERO"] = [17.6, 8, 12.8, 8],
        ["RAW_FULL"] = [18, 18, 18, 18],
        ["RAW_NONZERO"] = [18, 10, 14, 10],
        ["TNT_EPOCH"] = [17.6, 8, 12.8, 8],
        ["MP_DATE"] = [18.7, 9, 13.9, 6],
        ["TNT_EPOCH_DATE"] = [18.7, 9, 13.9, 5.9],
    };

    /// <summary>Returns the published size in bytes per record, or NaN if none was published.</summary>
    public static double Of(string workload, string schema) =>
        DateWorkload.Names.Index().Where(name => name.Item == workload).Select(name => s_sizes[schema][name.Index]).DefaultIfEmpty(double.NaN).First();
}
