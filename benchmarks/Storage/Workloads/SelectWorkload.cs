namespace Blittable.Benchmarks.Storage;

/// <summary>Reads every date by ranges of a month and splits the dates into their fields.</summary>
internal sealed class SelectWorkload : Workload
{
    public override string Name => "select";

    public override void Run(Worker worker)
    {
        var sql = worker.Context.Table.SelectDatesSql(worker.Context.Model);
        var dates = new FetchedDates();
        for (var year = RowGenerator.FirstYear; year <= RowGenerator.LastYear; year++)
        {
            for (var month = 1; month <= 12; month++)
            {
                var bounds = worker.Context.Model.MonthBounds(year, month);
                worker.Transaction("retrieval", isWriting: false, meter => Retrieve(worker, meter, sql, bounds, dates));
                worker.Compute("processing", meter =>
                {
                    meter.Rows = dates.Count;
                    worker.Checksum += worker.Context.Model.SumFields(dates);
                });
            }
        }
    }

    /// <remarks>A date that the update moved past the last month is in no range.</remarks>
    public override void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers)
    {
        var (from, before) = (context.Model.YearBounds(RowGenerator.FirstYear).From, context.Model.YearBounds(RowGenerator.LastYear).Before);
        var (inRange, sumOfFields) = (0L, 0L);
        using var statement = connection.Prepare(WorkloadTable.SelectAllDatesSql);
        statement.Query();
        while (statement.Read())
        {
            var stored = statement.GetInt64(0);
            if (stored >= from && stored < before)
            {
                inRange++;
                sumOfFields += SumFields(DateTimeOffset.FromUnixTimeMilliseconds(context.Model.ToMilliseconds(stored)));
            }
        }

        Expect("rows retrieved", inRange, RowsOf(workers, "retrieval"));
        Expect("rows processed", inRange, RowsOf(workers, "processing"));
        Expect("as the sum of all fields", sumOfFields, workers.Sum(worker => worker.Checksum));
    }

    /// <summary>Computes the sum of the fields with the framework.</summary>
    private static int SumFields(DateTimeOffset date) =>
        date.Year + date.Month + date.Day + date.Hour + date.Minute + date.Second + date.Millisecond;

    private static void Retrieve(Worker worker, OperationMeter meter, string sql, (long From, long Before) bounds, FetchedDates dates)
    {
        dates.Clear();
        using (meter.Database())
        {
            var statement = worker.Connection.Statement(sql);
            statement.Bind(0, worker.Ids.First);
            statement.Bind(1, worker.Ids.Last);
            statement.Bind(2, bounds.From);
            statement.Bind(3, bounds.Before);
            statement.Query();
            while (statement.Read())
            {
                worker.Context.Model.Fetch(statement, dates);
            }
        }

        meter.Rows += dates.Count;
    }
}
