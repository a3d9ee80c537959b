using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a storage format of a date in the column <c>cf3</c> whose order is the order of dates.</summary>
internal abstract class DateModel
{
    /// <summary>Gets the name on the command line and in result files.</summary>
    public abstract string Name { get; }

    /// <summary>Returns the <c>cf3</c> value of a date in milliseconds since 1970 (UTC).</summary>
    public abstract long Encode(long milliseconds);

    /// <summary>Returns the date in milliseconds since 1970 (UTC).</summary>
    public abstract long ToMilliseconds(long stored);

    /// <summary>Splits every stored date into year, month, day, hour, minute, second and millisecond.</summary>
    /// <returns>The sum of all fields. It prevents the JIT from removing the work, and allows comparing two models.</returns>
    public abstract long SumFields(ReadOnlySpan<long> stored);

    /// <summary>Returns the <c>cf3</c> values of a month: the inclusive lower bound and the exclusive upper bound.</summary>
    public abstract (long From, long Before) MonthBounds(int year, int month);

    /// <summary>Returns SQL for the year of <c>cf3</c>.</summary>
    public abstract string YearSql(SqlDialect dialect);

    /// <summary>Gets SQL for <c>cf3</c> plus one second.</summary>
    public abstract string AddSecondSql { get; }

    /// <summary>Returns the <c>cf3</c> values of a year: the inclusive lower bound and the exclusive upper bound.</summary>
    public (long From, long Before) YearBounds(int year) => (MonthBounds(year, 1).From, MonthBounds(year, 12).Before);

    /// <summary>Gets the column that a query reads for the date.</summary>
    public virtual string DateColumn => "cf3";

    /// <summary>Returns the binary value of the row, which contains the date in some models.</summary>
    public virtual ReadOnlyMemory<byte> EncodeBytes(in StorageRow row) => row.Bytes;

    /// <summary>Adds the date of a statement's current row, whose only column is <see cref="DateColumn"/>, to the dates.</summary>
    public virtual void Fetch(StorageStatement statement, FetchedDates dates) => dates.Values.Add(statement.GetInt64(0));

    /// <summary>Splits every fetched date like <see cref="SumFields(ReadOnlySpan{long})"/>.</summary>
    public virtual long SumFields(FetchedDates dates) => SumFields(CollectionsMarshal.AsSpan(dates.Values));

    /// <summary>Adds one second to the dates within bounds in a range of keys.</summary>
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
