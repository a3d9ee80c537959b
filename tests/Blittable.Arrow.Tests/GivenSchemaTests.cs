using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Building;
using Blittable.Arrow.Schemas;

namespace Blittable.Arrow.Tests;

/// <summary>Tests schemas from texts and files, and what an export does with values that do not fit a schema.</summary>
public sealed class GivenSchemaTests
{
    /// <summary>A column of each type with a value that DuckDB reads as text, and a value that does not fit.</summary>
    public static TheoryData<string, string, string, string> Types => new()
    {
        { "BOOLEAN", "true", "true", "1" },
        { "TINYINT", "-128", "-128", "128" },
        { "smallint", "32767", "32767", "32768" },
        { "INTEGER", "1e2", "100", "1.5" },
        { "BIGINT", "9223372036854775807", "9223372036854775807", "9223372036854775808" },
        { "UTINYINT", "255", "255", "-1" },
        { "USMALLINT", "65535", "65535", "\"1\"" },
        { "UINTEGER", "4294967295", "4294967295", "[]" },
        { "UBIGINT", "18446744073709551615", "18446744073709551615", "{}" },
        { "FLOAT", "1.5", "1.5", "1e39" },
        { "DOUBLE", "0.1", "0.1", "1e309" },
        { "DECIMAL(10, 2)", "-12345678.9", "-12345678.90", "0.001" },
        { "DECIMAL(38,38)", "0.12345678901234567890123456789012345678", ".12345678901234567890123456789012345678", "1" },
        { "DECIMAL(38,38)", "-0.12345678901234567890123456789012345678", "-.12345678901234567890123456789012345678", "-0.123456789012345678901234567890123456781" },
        { "FLOAT", "\"-Infinity\"", "-inf", "\"infinity\"" },
        { "DOUBLE", "\"NaN\"", "nan", "\"nan\"" },
        { "DATE", "\"-5877640-06-25\"", "5877641-06-25 (BC)", "\"-5877642-01-01\"" },
        { "DATE", "\"+10000-02-29\"", "10000-02-29", "\"+10001-02-29\"" },
        { "DATE", "\"-infinity\"", "-infinity", "\"Infinity\"" },
        { "TIMESTAMP", "\"+290000-01-01T00:00:00.000001\"", "290000-01-01 00:00:00.000001", "\"+294247-01-11T00:00:00\"" },
        { "TIMESTAMP", "\"-0001-03-01T12:00:00\"", "0002-03-01 (BC) 12:00:00", "\"-0000-03-01T12:00:00\"" },
        { "TIMESTAMPTZ", "\"infinity\"", "infinity", "\"+290000-01-01T00:00:00\"" },
        { "VARCHAR", "\"it's\"", "it's", "1" },
        { "BLOB", "\"AAEC\"", "\\x00\\x01\\x02", "\"AAE\"" },
        { "UUID", "\"2B4E1C36-0000-4000-8000-0123456789AB\"", "2b4e1c36-0000-4000-8000-0123456789ab", "\"2b4e1c36\"" },
        { "DATE", "\"1582-10-15\"", "1582-10-15", "\"1582-10-15T00:00:00\"" },
        { "TIME", "\"23:59:59.999999\"", "23:59:59.999999", "\"12:00:00.0000001\"" },
        { "TIME", "\"07:30\"", "07:30:00", "\"24:00:00\"" },
        { "TIMESTAMP", "\"1969-12-31T23:59:59.999999\"", "1969-12-31 23:59:59.999999", "\"x\"" },
        { "TIMESTAMP_MS", "\"0001-01-01T00:00:00.001\"", "0001-01-01 00:00:00.001", "\"0001-01-01T00:00:00.0001\"" },
        { "TIMESTAMP_NS", "\"2262-01-01T00:00:00.123456789\"", "2262-01-01 00:00:00.123456789", "\"2263-01-01T00:00:00\"" },
        { "TIMESTAMPTZ", "\"2024-06-01T12:00:00+02:00\"", "2024-06-01 10:00:00+00", "\"2024-06-01T12:00:00\"" },
        { "TIMESTAMP WITH TIME ZONE", "\"2024-06-01T12:00:00Z\"", "2024-06-01 12:00:00+00", "1" },
        { "JSON", "{\"a\":[1]}", "{\"a\":[1]}", "" },
        { "INTEGER[]", "[1,null]", "[1, NULL]", "5" },
        { "INTEGER[][]", "[[1],[],null]", "[[1], [], NULL]", "\"x\"" },
        { "STRUCT(a INTEGER, \"b \"\"c\" VARCHAR[])", "{\"a\":1,\"b \\\"c\":[\"x\"],\"other\":1}", "{'a': 1, 'b \"c': [x]}", "[]" },
        { "MAP(VARCHAR, INTEGER)", "{\"x\":1,\"\":null}", "{x=1, ''=NULL}", "{\"x\":1,\"x\":2}" },
        { "MAP(INTEGER, VARCHAR)", "[[1,\"a\"],[2,null]]", "{1=a, 2=NULL}", "[[1]]" },
        { "MAP(DATE, JSON)", "[[\"2024-01-01\",{\"x\":1}]]", "{2024-01-01='{\"x\":1}'}", "[[null,1]]" },
        { "MAP(VARCHAR, STRUCT(a DOUBLE)[])", "{\"x\":[{\"a\":1}]}", "{x=[{'a': 1.0}]}", "1" },
    };

    [Theory]
    [MemberData(nameof(Types))]
    public void A_column_of_a_text_schema_has_the_type_and_the_value_that_DuckDB_reads(string type, string value, string expected, string unfit)
    {
        var options = new ArrowOptions { Schema = ArrowSchema.Parse($"id INT NOT NULL, \"v 1\" {type}") };
        using (var file = new ParquetFile([$"{{\"id\":1,\"v 1\":{value},\"more\":1}}", "{\"id\":2}", "{\"id\":3,\"v 1\":null}"], options))
        {
            Assert.Equal($"{expected}\n\n", file.Query("SET TimeZone = 'UTC'; SELECT \"v 1\"::VARCHAR FROM documents ORDER BY id"));
            using var column = new ParquetFile([]);

            // DuckDB reads milliseconds of Parquet files as microseconds.
            var expectedType = type == "TIMESTAMP_MS" ? "TIMESTAMP" : column.Query($"CREATE TABLE t(v {type}); SELECT data_type FROM duckdb_columns() WHERE table_name = 't'");
            Assert.Equal(expectedType, file.Query("SELECT typeof(\"v 1\") FROM documents LIMIT 1"));

            // The file is an example for a schema that is equal.
            using var example = File.OpenRead(file.Path);
            Assert.Equal(Describe(options.Schema), Describe(ArrowSchema.ReadParquet(example)));
        }

        if (unfit.Length > 0)
        {
            string[] documents = ["{\"id\":1}", $"{{\"id\":2,\"v 1\":{unfit}}}", $"{{\"id\":3,\"v 1\":{value}}}"];
            var fault = Assert.Throws<BlittableException>(() => new ParquetFile(documents, options).Dispose());
            Assert.Contains("Column 'v 1", fault.Message, StringComparison.Ordinal);
            Assert.Contains("row 1", fault.Message, StringComparison.Ordinal);

            List<UnfitValue> values = [];
            using var file = new ParquetFile(documents, options with { OnUnfitValue = values.Add });
            Assert.Equal(("v 1", 1L, fault.Message), Assert.Single(values.Select(item => (item.Column, item.Row, item.Message))));
            Assert.Equal($"\n\n{expected}", file.Query("SET TimeZone = 'UTC'; SELECT \"v 1\"::VARCHAR FROM documents ORDER BY id"));
        }
    }

    [Fact]
    public void The_innermost_column_that_cannot_store_a_value_is_null()
    {
        List<string> unfit = [];
        var options = new ArrowOptions { Schema = ArrowSchema.Parse("o STRUCT(a INTEGER, b INTEGER[]), m MAP(VARCHAR, DATE)"), OnUnfitValue = value => unfit.Add(value.Column) };
        using var file = new ParquetFile(
            ["""{"o":{"a":"x","b":[1,"y",2]},"m":{"k":"2024-01-01","l":5}}""", """{"o":{"a":1,"a":2},"m":[]}""", """{"o":{"a":3}}"""], options);

        Assert.Equal(["o.a", "o.b.item", "m.value", "o", "m"], unfit);
        Assert.Equal(
            ["""{"o":{"a":null,"b":[1,null,2]},"m":{"k":"2024-01-01","l":null}}""", """{"o":null,"m":null}""", """{"o":{"a":3,"b":null},"m":null}"""], file.Import());
    }

    [Theory]
    [InlineData("a INTEGER NOT NULL", """{"a":"x"}""")]
    [InlineData("a INTEGER NOT NULL", "{}")]
    [InlineData("a INTEGER", """{"a":1,"a":2}""")]
    [InlineData("a INTEGER", "[1]")]
    public void A_document_that_no_nulls_can_represent_ends_the_export(string schema, string document)
    {
        var options = new ArrowOptions { Schema = ArrowSchema.Parse(schema), OnUnfitValue = _ => { } };

        Assert.Contains("row 0", Assert.Throws<BlittableException>(() => new ParquetFile([document], options).Dispose()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_column_of_dates_accepts_dates_that_a_document_stores_as_strings()
    {
        using var document = BlittableDocument.Parse("""{"d":"2024-02-29","t":"2024-02-29T12:00:00Z"}""", new BlittableOptions { DetectDates = false });
        var builder = ColumnBuilder.For(
            FieldPlan.Of(new Field("v", new StructType([.. ArrowSchema.Parse("d DATE, t TIMESTAMPTZ").FieldsList]), nullable: true)), new BatchContext(onUnfitValue: null));

        builder.Add(document.Root);

        var values = (StructArray)ArrowArrayFactory.BuildArray(builder.Build());
        Assert.Equal(new DateOnly(2024, 2, 29), ((Date32Array)values.Fields[0]).GetDateOnly(0));
        Assert.Equal(new DateTimeOffset(2024, 2, 29, 12, 0, 0, TimeSpan.Zero), ((TimestampArray)values.Fields[1]).GetTimestamp(0));
    }

    [Fact]
    public void A_file_with_far_timestamps_and_special_numbers_round_trips_with_its_own_schema()
    {
        const string Sql = "SELECT TIMESTAMP '290000-01-01' AS a, TIMESTAMP '4713-01-01 (BC)' AS b, DATE '5877642-06-25 (BC)' AS c, TIMESTAMPTZ '-infinity' AS d, "
            + "DATE 'infinity' AS e, 'nan'::FLOAT AS f, '-inf'::DOUBLE AS g, '-0.00000000000000000000000000000000000001'::DECIMAL(38,38) AS h";
        using var file = new ParquetFile([]);
        file.Query($"COPY ({Sql}) TO '{file.Path}' (FORMAT parquet)");
        using var example = File.OpenRead(file.Path);

        using var again = new ParquetFile(file.Import(), new ArrowOptions { Schema = ArrowSchema.ReadParquet(example) });

        Assert.Equal("0", again.Query($"SELECT count(*) FROM (FROM documents EXCEPT ALL FROM '{file.Path}')"));
    }

    [Fact]
    public void A_file_of_whole_documents_is_no_example()
    {
        using var file = new ParquetFile(["""{"a":1}""", "[2]"]);
        using var example = File.OpenRead(file.Path);

        Assert.Contains("whole documents", Assert.Throws<BlittableException>(() => ArrowSchema.ReadParquet(example)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_damaged_example_is_refused()
    {
        using var damaged = new MemoryStream(new byte[100]);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => ArrowSchema.ReadParquet(damaged)).Code);
    }

    [Fact]
    public void A_message_shortens_a_long_value()
    {
        var options = new ArrowOptions { Schema = ArrowSchema.Parse("a INTEGER") };

        var fault = Assert.Throws<BlittableException>(() => new ParquetFile([$$"""{"a":"{{new string('x', 5000)}}"}"""], options).Dispose());
        Assert.InRange(fault.Message.Length, 100, 250);
    }

    [Fact]
    public void A_column_with_replaced_values_is_not_declared_as_sorted()
    {
        var options = new ArrowOptions { Schema = ArrowSchema.Parse("v TINYINT"), OnUnfitValue = _ => { }, OrderBy = "$.v" };
        using var file = new ParquetFile(["""{"v":1}""", """{"v":-1000}"""], options);
        using var parquet = new ParquetSharp.ParquetFileReader(file.Path);
        using var group = parquet.RowGroup(0);

        Assert.Empty(group.MetaData.SortingColumns());
        Assert.Equal("\n1", file.Query("SELECT v FROM documents"));
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("a", 1)]
    [InlineData("a INTEGER,", 10)]
    [InlineData("a INTEGER b TEXT", 10)]
    [InlineData("a INTEGER, a TEXT", 11)]
    [InlineData("a INTERVAL", 2)]
    [InlineData("a DECIMAL(39, 2)", 10)]
    [InlineData("a DECIMAL(5, 6)", 13)]
    [InlineData("a DECIMAL(5", 11)]
    [InlineData("a INTEGER NOT", 13)]
    [InlineData("a INTEGER[", 10)]
    [InlineData("a STRUCT()", 9)]
    [InlineData("a STRUCT(b INTEGER", 18)]
    [InlineData("a MAP(INTEGER)", 13)]
    [InlineData("\"a INTEGER", 10)]
    [InlineData("a TIMESTAMP WITH ZONE", 17)]
    public void A_text_that_is_not_a_schema_is_refused_with_the_position(string text, int position)
    {
        var fault = Assert.Throws<BlittableException>(() => ArrowSchema.Parse(text));

        Assert.Equal((BlittableErrorCode.InvalidQuery, position), (fault.Code, fault.Offset));
        Assert.Contains("schema", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_deeply_nested_schema_is_refused()
    {
        foreach (var text in (string[])[$"a {string.Concat(Enumerable.Repeat("STRUCT(a ", 100_000))}", $"a INTEGER{string.Concat(Enumerable.Repeat("[]", 100_000))}"])
        {
            Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => ArrowSchema.Parse(text)).Code);
        }
    }

    [Fact]
    public void A_file_of_DuckDB_is_an_example_for_a_schema()
    {
        const string Sql = "SELECT 1::TINYINT AS a, 'x' AS b, '{}'::JSON AS c, uuid() AS d, TIME '12:00' AS e, TIMESTAMPTZ '2024-01-01' AS f, 1.5::DECIMAL(4, 1) AS g, "
            + "'x'::ENUM('x', 'y') AS h, [{'x': 1::UINTEGER}] AS i, MAP {'k': 2} AS j, MAP {1.5: [DATE '2024-01-01']} AS j2, 'x'::BLOB AS k, DATE '2024-01-01' AS l, 1::HUGEINT AS m";
        using var file = new ParquetFile([]);
        file.Query($"COPY ({Sql}) TO '{file.Path}' (FORMAT parquet)");
        var documents = file.Import();
        var types = file.Query("SELECT column_type FROM (DESCRIBE SELECT * FROM documents)");
        using var example = File.OpenRead(file.Path);

        using var again = new ParquetFile(documents, new ArrowOptions { Schema = ArrowSchema.ReadParquet(example) });

        Assert.Equal(types, again.Query("SELECT column_type FROM (DESCRIBE SELECT * FROM documents)"));
        Assert.Equal(documents, again.Import());
    }

    [Theory]
    [InlineData("INTERVAL '1 day'")]
    [InlineData("MAP {INTERVAL '1 day': 2}")]
    [InlineData("{'x': [INTERVAL '1 day']}")]
    public void A_file_with_a_type_that_documents_do_not_have_is_no_example(string value)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT 1 AS a, {value} AS v) TO '{file.Path}' (FORMAT parquet)");
        using var example = File.OpenRead(file.Path);

        Assert.Contains("'v", Assert.Throws<BlittableException>(() => ArrowSchema.ReadParquet(example)).Message, StringComparison.Ordinal);
    }

    private static string Describe(Schema schema) => string.Join(", ", schema.FieldsList.Select(Describe));

    private static string Describe(Field field)
    {
        var name = field.Metadata?.GetValueOrDefault("ARROW:extension:name") ?? field.DataType.Name;
        var details = field.DataType switch
        {
            Decimal128Type type => $"{type.Precision},{type.Scale}",
            TimestampType type => $"{type.Unit},{type.Timezone}",
            MapType type => $"{Describe(type.KeyField)},{Describe(type.ValueField)}",
            NestedType type => string.Join(", ", type.Fields.Select(Describe)),
            _ => "",
        };
        return $"{field.Name} {name}({details}){(field.IsNullable ? "" : "!")}";
    }
}
