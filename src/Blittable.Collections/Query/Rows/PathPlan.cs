using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents a path of a query, resolved in every stripe: the locations of its values, and their common properties.</summary>
internal sealed class PathPlan
{
    private static readonly BlittablePath Root = BlittablePath.Parse("$");

    private readonly StripePath[] _stripes;
    private readonly BlittablePath? _stranger;
    private readonly NumberChunkSurvey _numbers = new();
    private readonly List<ChunkInfo> _dates = [];
    private bool _isDateFormKnown = true;

    /// <param name="index">The index of the path in the query.</param>
    /// <param name="path">The path.</param>
    /// <param name="snapshot">The stripes to resolve the path in.</param>
    /// <param name="level">The unnested array whose elements contain the path; 0 if none, -1 if another array does.</param>
    public PathPlan(int index, BlittablePath path, StripeSet snapshot, int level)
    {
        Index = index;
        Path = path;
        Level = level;
        _stranger = path.HasWildcard && level <= 0 ? path : null;
        _stripes = new StripePath[snapshot.Stripes.Count];
        for (var i = 0; i < _stripes.Length; i++)
        {
            var coverage = snapshot.Stripes[i].Resolve(path, out var node);
            if (coverage == PathCoverage.Columns && HasCutDates(snapshot.Stripes[i], node!))
            {
                (coverage, node) = (PathCoverage.Documents, null);
            }

            _stripes[i] = new StripePath(coverage, node);
            HasDocuments |= coverage == PathCoverage.Documents;
            IsInColumns |= coverage == PathCoverage.Columns;
            if (coverage == PathCoverage.Columns)
            {
                Survey(snapshot.Stripes[i], node!);
            }
        }

        Numbers = _numbers.ToShape(HasDocuments);
        DatesFit = _dates.TrueForAll(chunk => DateCount.Fits(chunk.Min, chunk.Scale, DateUnit) && DateCount.Fits(chunk.Max, chunk.Scale, DateUnit));
    }

    /// <summary>Plans the values of an expression.</summary>
    /// <param name="index">The index of the expression among the paths of the query.</param>
    /// <param name="expression">The expression.</param>
    /// <param name="snapshot">The snapshot.</param>
    /// <param name="stranger">A path in the expression that leads to elements other than the unnested ones, or null if there is none.</param>
    public PathPlan(int index, BoundExpression expression, StripeSet snapshot, BlittablePath? stranger)
    {
        Index = index;
        Expression = expression;
        _stranger = stranger;
        Path = Root;
        _stripes = new StripePath[snapshot.Stripes.Count];
        UseDocuments();
        DateUnit = Stripes.DateUnit.Seconds;
        (DateForm, _isDateFormKnown) = (DateTextForm.Utc.Bits, true);
    }

    /// <summary>Plans values that are given with each row.</summary>
    /// <param name="index">The index of the values among the paths of the query.</param>
    /// <param name="source">The path or expression that the values come from, or null if there is none.</param>
    public PathPlan(int index, PathPlan? source)
    {
        Index = index;
        Path = source?.Path ?? Root;
        _stripes = [default];
        UseDocuments();
    }

    /// <summary>Gets the index of the path in the query.</summary>
    public int Index { get; }

    /// <summary>Gets the path, or the document root for an expression.</summary>
    public BlittablePath Path { get; }

    /// <summary>Gets the expression that computes the values, or null if they are those at the path.</summary>
    public BoundExpression? Expression { get; }

    /// <summary>Gets the function that converts document values at the path, or null if their scalars are used.</summary>
    public Func<BlittableValue, QueryValue>? Reader { get; init; }

    /// <summary>Gets a value that indicates whether the values are instants in whole seconds, computed from the instants of a column. They are then computed
    /// without converting each to a scalar.</summary>
    public bool AreInstants => Expression?.Instants is { HasDocuments: false, DatesFit: true, HasDates: true };

    /// <summary>Gets the unit of which the differences of dates are multiples, in the unit that dates are read in.</summary>
    public long DateStep => !AreInstants ? 1 : Expression!.IntervalSeconds is var seconds and > 0 ? seconds : Dates.Timestamp.SecondsPerDay;

    /// <summary>Gets the unnested array whose elements contain the path: 0 for the document, 1 for the outermost array, -1 for an array that is not
    /// unnested.</summary>
    public int Level { get; }

    /// <summary>Gets a value that indicates whether the columns of any stripe have the path.</summary>
    public bool IsInColumns { get; }

    /// <summary>Gets a value that indicates whether the query names the path, rather than deriving it from another one.</summary>
    public bool IsNamed { get; private set; }

    /// <summary>Gets a value that indicates whether some values are only in the documents of a stripe, so their kinds are unknown in advance.</summary>
    public bool HasDocuments { get; private set; }

    public bool HasStrings { get; private set; }

    public bool HasDates { get; private set; }

    public bool HasBooleans { get; private set; }

    /// <summary>Gets a value that indicates whether there may be objects or arrays.</summary>
    public bool HasContainers { get; private set; }

    /// <summary>Examines the states of rows in columns for objects and arrays.</summary>
    public void FindContainers(StripeSet snapshot)
    {
        var isFound = false;
        for (var i = 0; i < _stripes.Length && HasContainers && !isFound; i++)
        {
            var groups = snapshot.Stripes[i].GroupCount;
            isFound = _stripes[i].Node is { } node && (node.HasArrays(groups) || node.HasObjects(groups));
        }

        HasContainers = isFound;
    }

    /// <summary>Gets a value that indicates whether all scalars are mantissas of a common scale.</summary>
    public bool HasOnlyMantissas => Numbers.AreMantissas && !(HasStrings || HasDates || HasBooleans || HasDocuments);

    /// <summary>Gets the common shape of the numbers of all chunks.</summary>
    public NumberShape Numbers { get; private set; }

    /// <summary>Gets the text form of all numbers, or null if they have several forms, so equal numbers may have different texts.</summary>
    public TextForm? NumberForm => HasDocuments ? null : _numbers.CommonForm;

    /// <summary>Gets the form and offset of all dates, or null if they have several.</summary>
    public long? DateForm { get; private set; }

    /// <summary>Gets a value that indicates whether equal scalars may have different texts.</summary>
    public bool HasTexts =>
        !AreInstants && Expression is not { AreStrings: true } && (HasDocuments || (Numbers.Kind != NumberShapeKind.None && NumberForm is null) || (HasDates && DateForm is null));

    /// <summary>Gets the finest unit of all date chunks.</summary>
    public int DateUnit { get; private set; }

    /// <summary>Gets a value that indicates whether all dates fit in 64 bits in that unit.</summary>
    public bool DatesFit { get; }

    public ref readonly StripePath this[int stripe] => ref _stripes[stripe];

    /// <summary>Reads all values from documents, even if they are also in columns.</summary>
    public void UseDocuments()
    {
        _stripes.AsSpan().Fill(new StripePath(PathCoverage.Documents, null));
        HasDocuments = true;
        Numbers = _numbers.ToShape(hasDocuments: true);
    }

    /// <summary>Marks the path as named by the query, so a warning is reported if no document has it.</summary>
    public void ExpectFound() => IsNamed = true;

    /// <summary>Determines whether objects or arrays may be at the path, by examining the states of its rows.</summary>
    public bool MayHaveContainers(StripeSet snapshot)
    {
        for (var i = 0; i < _stripes.Length; i++)
        {
            var (coverage, node) = _stripes[i];
            var groups = snapshot.Stripes[i].GroupCount;
            if (coverage == PathCoverage.Documents || node?.HasArrays(groups) == true || node?.HasObjects(groups) == true)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Throws if the path may lead to several values per row.</summary>
    public void RequireSingle(string purpose)
    {
        if (_stranger is not null)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidPath,
                $"'{_stranger}' has several values for each row and cannot be used {purpose}. Unnest its array; elements of two arrays cannot be unnested together.");
        }
    }

    /// <summary>Determines whether the counts of some dates omit nanoseconds, so only the documents have the exact dates.</summary>
    private static bool HasCutDates(Stripe stripe, StripeNode node)
    {
        if (node.Dates is not { } dates)
        {
            return false;
        }

        for (var group = 0; group < stripe.GroupCount; group++)
        {
            var chunk = dates.Chunk(group);
            if (chunk is { Format: ChunkFormat.Date, Scale: Stripes.DateUnit.Microseconds } && HasRest(chunk, dates, group))
            {
                return true;
            }
        }

        return false;
    }

    private static bool HasRest(ChunkInfo chunk, StripeColumn dates, int group)
    {
        if (chunk.Form == TextForm.Same)
        {
            return Stripes.DateUnit.HasRest(chunk.CommonForm);
        }

        // If counts of nanoseconds had fit, that unit would have been used. The last date may be almost a microsecond after its count.
        var areNear = DateCount.Fits(chunk.Min, chunk.Scale, Stripes.DateUnit.Nanoseconds)
            && chunk.Max < long.MaxValue && DateCount.Fits(chunk.Max + 1, chunk.Scale, Stripes.DateUnit.Nanoseconds);
        return !areNear
            && (!new ColumnReader<long>(dates.OpenForms(group).Span, verify: false).TryGetStatistics(out var forms) || Stripes.DateUnit.HasRest(forms.Max));
    }

    private void Survey(Stripe stripe, StripeNode node)
    {
        HasStrings |= node.Strings is not null;
        HasBooleans |= node.Booleans is not null;
        HasContainers |= node.Ends is not null;
        for (var group = 0; group < stripe.GroupCount; group++)
        {
            var isConstant = node.TryGetConstantState(group, out var state);
            var areContainers = isConstant && state is NodeState.Object or NodeState.Array;
            HasContainers |= areContainers || !isConstant;
            if (node.Numbers is { } numbers)
            {
                _numbers.Add(numbers.Chunk(group));
            }

            if (node.Dates is { } dates && dates.Chunk(group) is { Format: ChunkFormat.Date } chunk)
            {
                HasDates = true;
                _dates.Add(chunk);
                AddDateForm(chunk);
                DateUnit = Math.Max(DateUnit, chunk.Scale);
            }
        }
    }

    private void AddDateForm(ChunkInfo chunk)
    {
        var isCommon = chunk.Form == TextForm.Same && (_dates.Count == 1 || DateForm == chunk.CommonForm);
        DateForm = isCommon && _isDateFormKnown ? chunk.CommonForm : null;
        _isDateFormKnown &= isCommon;
    }
}
