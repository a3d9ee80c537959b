namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads all arrays with their enumerators.</summary>
internal readonly struct EnumeratedArrays : INumberArrays
{
    public static bool TrySum(in BlittableValue array, out double sum)
    {
        sum = 0;
        return false;
    }
}
