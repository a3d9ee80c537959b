using System.Collections.Immutable;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Generated;

/// <content>Writes arrays, and arrays of numbers without a call for each number.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Returns the elements of an array to write.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <exception cref="BlittableException">The array is not initialized.</exception>
    public ReadOnlySpan<T> Elements<T>(ImmutableArray<T> value) => value.IsDefault ? throw NotInitialized(typeof(ImmutableArray<T>)) : value.AsSpan();

    /// <inheritdoc cref="Elements{T}(ImmutableArray{T})"/>
    public ReadOnlySpan<T> Elements<T>(ArraySegment<T> value) => value.Array is null ? throw NotInitialized(typeof(ArraySegment<T>)) : value;

    private BlittableException NotInitialized(Type type)
    {
        const int segments = 12;
        return new BlittableException(
            BlittableErrorCode.WrongKind, $"{_writer.Path(segments, Paths.ValuePath.AppendShortName)}: the {TypeNames.Of(type)} is not initialized. Assign it a value, such as an empty one.");
    }

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<double> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<float> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<int> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<long> values) => WriteNumbers(values);

    private void WriteNumbers<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        var isMemory = Options.Mode == BlittableMode.Memory;
        if (!isMemory && values.Length >= ValueWriter.MinPacked && TryPack(values))
        {
            return;
        }

        BeginArray();
        if (isMemory && values.Length >= ValueWriter.MinPacked)
        {
            _writer.CloseNumberArray(values, ScalarText);
            return;
        }

        foreach (var value in values)
        {
            if (typeof(T) == typeof(double))
            {
                Write(KnownType.As<T, double>(value));
            }
            else if (typeof(T) == typeof(float))
            {
                Write(KnownType.As<T, float>(value));
            }
            else
            {
                Write(typeof(T) == typeof(int) ? KnownType.As<T, int>(value) : KnownType.As<T, long>(value));
            }
        }

        EndArray();
    }

    /// <summary>Writes numbers in disk mode as a number array, if that is shorter than an array of numbers with tags.</summary>
    /// <returns>False if nothing was written. The array may be a row of a matrix, or deeper than allowed.</returns>
    private bool TryPack<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (_writer.Scope == Scope.Array && values.Length <= NumberArrayLayout.MaxColumns)
        {
            return false;
        }

        var packer = _writer.Packer;
        packer.Begin(columns: 1, isMatrix: false);
        long plain = 0;
        for (var row = 0; row < values.Length; row++)
        {
            if (!packer.TryAddRow(row))
            {
                return false;
            }

            if (typeof(T) == typeof(float))
            {
                packer.SetSingle(row, KnownType.As<T, float>(values[row]));
                plain += 1 + sizeof(float);
            }
            else if (typeof(T) != typeof(double))
            {
                var integer = typeof(T) == typeof(int) ? KnownType.As<T, int>(values[row]) : KnownType.As<T, long>(values[row]);
                packer.Set(row, 0, integer, 0);
                plain += NumberArrayWriter.PlainLength(integer);
            }
            else if (TryShorten(KnownType.As<T, double>(values[row]), out var mantissa, out var digits))
            {
                packer.Set(row, 0, mantissa, digits);
                plain += NumberArrayWriter.PlainLength(mantissa);
            }
            else
            {
                packer.SetDouble(row, KnownType.As<T, double>(values[row]));
                plain += 1 + sizeof(double);
            }
        }

        _writer.Room();
        if (!_writer.TryPack(plain))
        {
            return false;
        }

        _writer.CountText((values.Length + 1L) * ScalarText);
        return true;
    }
}
