using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>A way to store a date in the column <c>cf3</c>, whose order is the order of dates.</summary>
internal abstract class DateModel
{
    /// <summary>The name on the command line and in result files.</summary>
    public abstract string Name { get; }

    /// <summary>What <c>cf3</c> holds for a date given in milliseconds since 1970 (UTC).</summary>
    public abstract long Encode(long milliseconds);

    /// <summary>The date in milliseconds since 1970 (UTC).</summary>
    public abstract long ToMilliseconds(long stored);

    /// <summary>Takes every stored date apart into year, month, day, hour, minute, second and millisecond.</summary>
    /// <returns>The sum of all fields, so that the work cannot be left out and two models can be held against each other.</returns>
    public abstract long SumFields(ReadOnlySpan<long> stored);

    /// <summary>The values of <c>cf3</c> of a month: at least the first, less than the second.</summary>
    public abstract (long From, long Before) MonthBounds(int year, int month);

    /// <summary>SQL for the year of <c>cf3</c>.</summary>
    public abstract string YearSql(SqlDialect dialect);

    /// <summary>SQL for <c>cf3</c> one second later.</summary>
    public abstract string AddSecondSql { get; }

    /// <summary>The values of <c>cf3</c> of a year: at least the first, less than the second.</summary>
    public (long From, long Before) YearBounds(int year) => (MonthBounds(year, 1).From, MonthBounds(year, 12).Before);

    /// <summary>The column that a query fetches to have the date.</summary>
    public virtual string DateColumn => "cf3";

    /// <summary>What the row's bytes become where the model keeps the date in them too.</summary>
    public virtual ReadOnlyMemory<byte> EncodeBytes(in StorageRow row) => row.Bytes;

    /// <summary>Adds the date of a statement's current row, whose only column is <see cref="DateColumn"/>.</summary>
    public virtual void Fetch(StorageStatement statement, FetchedDates dates) => dates.Values.Add(statement.GetInt64(0));

    /// <summary>Takes every fetched date apart, as <see cref="SumFields(ReadOnlySpan{long})"/> does.</summary>
    public virtual long SumFields(FetchedDates dates) => SumFields(CollectionsMarshal.AsSpan(dates.Values));

    /// <summary>Moves the dates within bounds among some keys one second on.</summary>
    public virtual void Update(Worker worker, OperationMeter meter, IdRange ids, (long From, long Before) bounds)
    {
        using (meter.Database())
        {
            var statement = worker.Connection.Statement(worker.Context.Table.UpdateSql(this));
            statement.Bind(0, DateTime.UtcNow);
            statement.Bind(1, ids.First);
            statement.Bind(2, ids.Last);
            statement.Bind(3, bounds.From);
            statement.Bind(4, bounds.Before);
            meter.Rows += statement.Execute();
        }
    }

    public static IReadOnlyList<DateModel> All { get; } = [new EpochModel(), new BitpackModel(), new DocumentModel()];
}
