using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <content>Choices between the numbers of several vectors.</content>
internal sealed partial class NumberVector
{
    /// <summary>The greatest mantissa for which the shortest text of the nearest double is the decimal itself: all decimals of 15 digits.</summary>
    private const ulong MostShortest = 999_999_999_999_999;

    /// <summary>A bit for each row without a number, while such rows are filled.</summary>
    private ulong[] _missing = [];

    /// <summary>Takes the number of each row from the vector that the row chooses: mantissas of a common scale, doubles, or decimals of at most 128 bits.</summary>
    /// <param name="sources">The vectors, which are changed; null for a vector that no row chooses, or one without numbers.</param>
    /// <param name="choices">The index of the vector for each row.</param>
    /// <returns><see langword="false"/> if the numbers do not fit.</returns>
    public bool TryChoose(ReadOnlySpan<NumberVector?> sources, RowChoices choices)
    {
        if (TryChooseMantissas(sources, choices) || TryChooseDoubles(sources, choices))
        {
            return true;
        }

        Clear(choices.Rows);
        for (var choice = 0; choice < sources.Length; choice++)
        {
            if (sources[choice] is { } source)
            {
                source.Keep(choices.Mask(choice));
                if (!TryCoalesce(source))
                {
                    return false;
                }
            }
        }

        return true;
    }

    private bool TryChooseMantissas(ReadOnlySpan<NumberVector?> sources, RowChoices choices)
    {
        var scale = 0;
        foreach (var source in sources)
        {
            scale = Math.Max(scale, source?.Scale ?? 0);
        }

        foreach (var source in sources)
        {
            if (source is not null && (!source.AreMantissas || Reach(source, scale) > long.MaxValue))
            {
                return false;
            }
        }

        StartExact(choices.Rows, scale, largest: 0);
        Mantissas.Clear();
        Validity.Clear();
        for (var choice = 0; choice < sources.Length; choice++)
        {
            if (sources[choice] is { } source)
            {
                source.Rescale(scale);
                Largest = Math.Max(Largest, source.Largest);
                ChoiceKernel.Copy(source.Mantissas, choices.Mask(choice), Mantissas);
                ChooseValidity(source, choices.Mask(choice));
            }
        }

        CountValues();
        return true;
    }

    /// <summary>Takes doubles. Mantissas are converted if the shortest texts of their doubles are the mantissas.</summary>
    private bool TryChooseDoubles(ReadOnlySpan<NumberVector?> sources, RowChoices choices)
    {
        foreach (var source in sources)
        {
            if (source is not null && !(source.AreMantissas ? source.Largest <= MostShortest && source.Scale < PowerOfTen.Int64s.Length : source is { HasDoubles: true, HasTexts: false }))
            {
                return false;
            }
        }

        StartDoubles(choices.Rows, texts: null, largest: 0);
        Doubles.Clear();
        Validity.Clear();
        for (var choice = 0; choice < sources.Length; choice++)
        {
            if (sources[choice] is not { } source)
            {
                continue;
            }

            if (source.AreMantissas)
            {
                Grow(ref source._doubles, source.Rows);
                source.CopyDoubles(source._doubles.AsSpan(0, source.Rows));
                LargestDouble = Math.Max(LargestDouble, source.Largest / (double)PowerOfTen.Int64(source.Scale));
            }
            else
            {
                LargestDouble = Math.Max(LargestDouble, source.LargestDouble);
            }

            ChoiceKernel.Copy(MemoryMarshal.Cast<double, long>(source.Doubles), choices.Mask(choice), MemoryMarshal.Cast<double, long>(Doubles));
            ChooseValidity(source, choices.Mask(choice));
        }

        CountValues();
        return true;
    }

    private void ChooseValidity(NumberVector source, ReadOnlySpan<ulong> mask)
    {
        var validity = Validity;
        for (var word = 0; word < validity.Length; word++)
        {
            validity[word] |= mask[word] & source.Validity[word];
        }
    }

    /// <summary>Keeps the numbers of the rows in a mask. The mantissas of other rows become zero.</summary>
    private void Keep(ReadOnlySpan<ulong> mask)
    {
        for (var word = 0; word < Validity.Length; word++)
        {
            Validity[word] &= mask[word];
        }

        CountValues();
        if (AreMantissas && HasNulls)
        {
            ClearNulls();
        }
    }

    /// <summary>Fills rows without a number from another vector, if all numbers fit in 64 bits at a common scale, or in 128 bits with an exponent for each
    /// row.</summary>
    public bool TryCoalesce(NumberVector other)
    {
        if (!TryAlign(other))
        {
            return TryCoalesceDecimals(other);
        }

        Largest = Math.Max(Largest, other.Largest);
        Grow(ref _missing, Validity.Length);
        var missing = _missing.AsSpan(0, Validity.Length);
        for (var word = 0; word < missing.Length; word++)
        {
            missing[word] = ~Validity[word];
            Validity[word] |= other.Validity[word];
        }

        ChoiceKernel.Copy(other.Mantissas, missing, Mantissas);
        CountValues();
        return true;
    }
}
