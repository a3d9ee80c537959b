namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Copies arrays of numbers in one call.</summary>
internal readonly struct CopiedArrays : INumberArrays
{
    private static readonly double[] Numbers = new double[1 << 16];

    public static bool TrySum(in BlittableValue array, out double sum)
    {
        sum = 0;
        if (!array.TryCopyNumbers(Numbers, out int count))
        {
            return false;
        }

        foreach (double number in Numbers.AsSpan(0, count))
        {
            sum += number;
        }

        return true;
    }
}
