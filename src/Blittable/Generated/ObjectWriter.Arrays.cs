using Blittable.Writing;

namespace Blittable.Generated;

/// <content>Writes arrays of numbers without a call for each number.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<double> values)
    {
        BeginArray();
        if (Options.Mode == BlittableMode.Memory && values.Length >= ValueWriter.MinStrided)
        {
            _writer.CloseFloat64Array(values, ScalarText);
            return;
        }

        foreach (var value in values)
        {
            Write(value);
        }

        EndArray();
    }

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<int> values)
    {
        BeginArray();
        foreach (var value in values)
        {
            Write((long)value);
        }

        EndArray();
    }

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<long> values)
    {
        BeginArray();
        foreach (var value in values)
        {
            Write(value);
        }

        EndArray();
    }
}
